"""Checkers-jumping: red and blue pieces in a row that pass each other by way of one empty space."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from plancritic.laboratory.refinement.benchmark.generators.problem_text import FEWEST_STEPS, problem_text, seeded

NAME = "checkers"
_PREDICATES = {"r": "red-on", "b": "blue-on", "-": "empty"}
_GAMES = 10


def generate(size: int, seed: int) -> str:
    """Return a problem with `size` + 4 spaces and a piece on all but one.

    The goal is what a third of the row looks like after random moves, so that these moves are a plan. A third only:
    hardly two plans lead to the same row, since no piece moves back. No fewer than three moves meet the goal.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    spaces = [f"space-{number}" for number in range(1, size + 5)]
    while True:
        pieces = [random.choice("rb") for _ in spaces[1:]]
        pieces.insert(random.randrange(len(spaces)), "-")
        start = "".join(pieces)
        # The longest of several games: most random ones are stuck after a few moves.
        end = max((_game(start, random) for _ in range(_GAMES)), key=len)[-1]
        occupied = [place for place, piece in enumerate(end) if piece != "-"]
        wanted = sorted(random.sample(occupied, (len(spaces) + 2) // 3))
        if not any(all(row[place] == end[place] for place in wanted) for row in _nearby(start)):
            break
    facts = [f"right-of {space} {left}" for left, space in pairwise(spaces)]
    facts += [f"{_PREDICATES[piece]} {space}" for piece, space in zip(start, spaces, strict=True)]
    goals = [f"{_PREDICATES[end[place]]} {spaces[place]}" for place in wanted]
    return problem_text(NAME, size, seed, {"space": spaces}, facts, goals)


def moves(row: str) -> list[str]:
    """Return the rows that one move leads to: a red piece (`r`) goes right, a blue one (`b`) left."""
    empty = row.index("-")
    found = []
    for mover, over, direction in (("r", "b", -1), ("b", "r", 1)):
        for distance in (1, 2):
            place = empty + direction * distance
            if not 0 <= place < len(row) or row[place] != mover:
                continue
            if distance == 2 and row[empty + direction] != over:
                continue
            changed = list(row)
            changed[empty], changed[place] = mover, "-"
            found.append("".join(changed))
    return found


def _game(row: str, random: Random) -> list[str]:
    """The rows of random moves, until there is none or until there were as many as spaces."""
    rows = [row]
    while len(rows) <= len(row) and (following := moves(rows[-1])):
        rows.append(random.choice(following))
    return rows


def _nearby(row: str) -> set[str]:
    """The rows that fewer moves lead to than a plan must have."""
    found = {row}
    for _ in range(FEWEST_STEPS - 1):
        found |= {following for each in found for following in moves(each)}
    return found
