"""The facts of a problem that a statement may be about: every ground atom that fits the types, with its words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plancritic.domains.patterns import matched
from plancritic.pddl.grounding import changeable_predicates, ground_atoms, relaxed_reachability
from plancritic.pddl.language import Atom, conjuncts
from plancritic.wording import Lexicon

#: Objects that one fact may be about: its first two arguments, and the thing whose fate it is (`DeedEntry`).
PLACES = 3
#: A table has so many rows at least, so that a network may take that many: the others are there for nothing.
FEWEST = 16
#: Columns of `FactTable.standing`, how a fact stands in its problem.
CHANGES, WANTED, AT_FIRST, POSSIBLE = range(4)
STANDING = 4


@dataclass(frozen=True)
class FactTable:
    """All facts of one problem as arrays.

    `arguments` (facts, PLACES) are rows of `objects`, `len(objects)` where a fact has none. `predicates` (facts,)
    are rows of `sentences`, what each predicate says of things that are named by their types. `alone` (facts,
    PLACES) is 1 where the argument is the only object of the types that its place takes, so that people leave it
    out. `standing` (facts, STANDING) tells what people take for granted: whether actions change the predicate, whether
    the goal wants the fact, whether it holds at first, whether it is possible at all (delete-relaxed). `present`
    (facts,) is 0 for rows that only fill a small table up.
    """

    atoms: tuple[Atom, ...]
    objects: tuple[str, ...]
    phrases: tuple[str, ...]
    sentences: tuple[str, ...]
    arguments: NDArray[np.int64]
    predicates: NDArray[np.int64]
    alone: NDArray[np.float32]
    standing: NDArray[np.float32]
    present: NDArray[np.float32]
    row: dict[Atom, int]


def fact_table(lexicon: Lexicon) -> FactTable:
    """Return the table of a problem; facts of predicates with more than two arguments count by their first two."""
    problem = lexicon.problem
    objects = tuple(problem.objects)
    place = {name: index for index, name in enumerate(objects)}
    changing = changeable_predicates(problem.domain)
    owners = _owners(lexicon)
    goal = set(conjuncts(problem.goal))
    reached = relaxed_reachability(problem)
    atoms: list[Atom] = []
    sentences: list[str] = []
    rows: list[list[int]] = []
    predicates: list[int] = []
    alone: list[list[float]] = []
    standing: list[list[float]] = []
    for predicate, parameters in problem.domain.predicates.items():
        kinds = [" or ".join(lexicon.noun(name) for name in parameter.types) for parameter in parameters]
        words = {index: f"the {kind}" for index, kind in enumerate(kinds)}
        sentences.append(_said(lexicon, predicate, words))
        single = [float(len(problem.objects_of(*parameter.types)) == 1) for parameter in parameters]
        for atom in ground_atoms(problem, predicate):
            arguments = [place[name] for name in atom.arguments[:2]]
            arguments += [len(objects)] * (2 - len(arguments))
            owner = owners.get(atom)
            atoms.append(atom)
            rows.append([*arguments, place[owner] if owner is not None else len(objects)])
            alone.append([*[*single, 0.0, 0.0][:2], 0.0])
            predicates.append(len(sentences) - 1)
            standing.append(
                [
                    float(predicate in changing),
                    float(atom in goal),
                    float(atom in problem.facts),
                    float(atom in problem.facts or atom in reached.added),
                ]
            )
    missing = max(0, FEWEST - len(atoms))
    rows += [[len(objects)] * PLACES] * missing
    alone += [[0.0] * PLACES] * missing
    return FactTable(
        atoms=tuple(atoms),
        objects=objects,
        phrases=tuple(lexicon.name(name) for name in objects),
        sentences=tuple(sentences),
        arguments=np.array(rows, dtype=np.int64).reshape(-1, PLACES),
        predicates=np.array(predicates + [0] * missing, dtype=np.int64),
        alone=np.array(alone, dtype=np.float32).reshape(-1, PLACES),
        standing=np.array(standing + [[0.0] * STANDING] * missing, dtype=np.float32).reshape(-1, STANDING),
        present=np.array([1.0] * len(atoms) + [0.0] * missing, dtype=np.float32),
        row={atom: index for index, atom in enumerate(atoms)},
    )


def _said(lexicon: Lexicon, predicate: str, words: dict[int, str]) -> str:
    atom = Atom(predicate, tuple("?" for _ in words))
    return f"{lexicon.fact(atom, 'holds', words)}; {lexicon.fact(atom, 'starts', words)}"


def _owners(lexicon: Lexicon) -> dict[Atom, str]:
    """Facts that say what became of a thing which they do not name: the way is clear, so the debris is gone."""
    found: dict[Atom, str] = {}
    problem = lexicon.problem
    for deed in lexicon.context.deeds:
        for name in problem.objects_of(deed.type):
            for case in deed.cases:
                match = matched(case.match, name)
                if match is None:
                    continue
                for text in (*case.done, *case.undone):
                    predicate, *arguments = match.filled(text).strip("()").lower().split()
                    if name not in arguments:
                        found.setdefault(Atom(predicate, tuple(arguments)), name)
                break
    return found
