"""Blocks: random towers to be rebuilt as other random towers."""

from __future__ import annotations

from random import Random

from plancritic.laboratory.refinement.benchmark.generators.problem_text import problem_text, seeded

NAME = "blocks"
#: Two blocks that change what they lie on need four steps at least.
_FEWEST_MOVED = 2


def generate(size: int, seed: int) -> str:
    """Return a problem with `size` + 2 blocks. Every arrangement can be rebuilt as every other by way of the table.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    blocks = [f"block-{number}" for number in range(1, size + 3)]
    start = _below(random, blocks)
    goal = start
    while sum(start[block] != goal[block] for block in blocks) < _FEWEST_MOVED:
        goal = _below(random, blocks)
    facts = [_lying(block, start[block]) for block in blocks]
    facts += [f"clear {block}" for block in blocks if block not in start.values()]
    goals = [_lying(block, goal[block]) for block in blocks]
    return problem_text(NAME, size, seed, {"block": blocks}, [*facts, "hand-empty"], goals)


def _below(random: Random, blocks: list[str]) -> dict[str, str | None]:
    """Random towers: what each block lies on, None for the table."""
    below: dict[str, str | None] = {}
    tops: list[str] = []
    for block in random.sample(blocks, len(blocks)):
        support = random.choice([None, *tops])
        below[block] = support
        tops = [*(top for top in tops if top != support), block]
    return below


def _lying(block: str, support: str | None) -> str:
    return f"on-table {block}" if support is None else f"on {block} {support}"
