"""Plan x constraint pairs, generated or published, put to all judges: who agrees, and on what they do not."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import kairos
from tests.support.published import CASES

from plancritic.contracts.validation import Proof
from plancritic.domains.folder import load_folder
from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, ValJudge, prove
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.grounding import changeable_predicates, ground_atoms
from plancritic.pddl.language import (
    ARITY,
    And,
    Atom,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Or,
    parse_domain,
    parse_plan,
    parse_problem,
    with_constraints,
)


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """A constraint asked of a plan, goal aside; all of them texts."""

    domain: str
    problem: str
    plan: str
    constraint: str

    @property
    def request(self) -> JudgeRequest:
        """The question as judges take it."""
        return JudgeRequest(self.domain, self.problem, self.plan).question(self.constraint)


@dataclass
class Agreement:
    """What came of the pairs; `disputes` are those on which judges differ for a reason that is not listed."""

    pairs: int = 0
    rulings: Counter[str] = field(default_factory=Counter)
    abstained: Counter[str] = field(default_factory=Counter)
    disputes: list[tuple[Pair, Proof]] = field(default_factory=list)

    def add(self, pair: Pair, proof: Proof) -> None:
        """Counts one pair."""
        self.pairs += 1
        self.rulings[proof.ruling] += 1
        self.abstained.update(report.judge for report in proof.reports if report.ruling == "abstained")
        if proof.ruling == "disputed":
            self.disputes.append((pair, proof))

    def describe(self) -> str:
        """The disputes, short enough to read."""
        return "\n".join(
            f"{pair.constraint}: {', '.join(f'{one.judge} {one.ruling}' for one in proof.reports)}\n{pair.plan}"
            for pair, proof in self.disputes[:5]
        )


async def agreement(pairs: Iterable[Pair]) -> Agreement:
    """Asks the executor, Kairos and VAL about every pair.

    VAL costs a process a question: it gets the constraints that the others hold satisfied on one plan as one
    question, which it may accept only where it accepts each; where it does not, and for all others, one by one.
    """
    quick, val = (KairosJudge(), ExecutorJudge()), ValJudge(processes=2)
    everyone = (val, *quick)
    result = Agreement()
    for (domain, problem, plan), group in groupby(
        sorted(pairs), key=lambda pair: (pair.domain, pair.problem, pair.plan)
    ):
        several = tuple(group)
        proofs = [await prove(quick, pair.request) for pair in several]
        accepted = [index for index, proof in enumerate(proofs) if proof.ruling == "accepted"]
        together = JudgeRequest(domain, problem, plan).question(*(several[index].constraint for index in accepted))
        report = await val.judge(together)
        settled: dict[int, Proof] = {}
        if accepted and report.ruling == "accepted":
            settled = {index: proofs[index] for index in accepted}
        left = [index for index in range(len(several)) if index not in settled]
        asked = await asyncio.gather(*(prove(everyone, several[index].request) for index in left))
        settled.update(zip(left, asked, strict=True))
        for index, pair in enumerate(several):
            result.add(pair, settled[index])
    return result


def generated_pairs(count: int, random: Random) -> list[Pair]:
    """Random constraints over plans of OPTIC (published) and of Kairos, for waterway and satellite."""
    sources = [*_published_sources(CASES, _rows(CASES / "pddl" / "plans.jsonl")), *_planned_sources()]
    generators = [RandomConstraints(source.trajectory, random) for source in sources]
    pairs = []
    for number in range(count):
        index = number % len(sources)
        source = sources[index]
        pairs.append(Pair(source.domain, source.problem, source.plan, str(generators[index].one())))
    return pairs


def published_pairs(folder: Path) -> list[Pair]:
    """Every different published pair whose plan can be read and executed; `folder` holds the data set."""
    return _pairs(folder, _rows(folder / "plans.jsonl.gz"), _rows(folder / "statements.jsonl.gz"))


def published_sample() -> list[Pair]:
    """The few hundred of them that travel with the repository."""
    return _pairs(CASES, _rows(CASES / "pddl" / "plans.jsonl"), _rows(CASES / "pddl" / "judged.jsonl"))


def _pairs(folder: Path, plans: Iterable[dict[str, Any]], asked: Iterable[dict[str, Any]]) -> list[Pair]:
    sources = {source.name: source for source in _published_sources(folder, plans)}
    pairs = {
        Pair(source.domain, source.problem, source.plan, row["con"]): None
        for row in asked
        if row["con"] and (source := sources.get(row["plan"])) is not None
    }
    return list(pairs)


@dataclass(frozen=True)
class _Source:
    """A plan that can be executed, with the texts of its problem."""

    name: str
    domain: str
    problem: str
    plan: str
    trajectory: Trajectory


def _published_sources(folder: Path, rows: Iterable[dict[str, Any]]) -> Iterator[_Source]:
    for row in rows:
        domain = (folder / row["dom"] / "domain.pddl").read_text(encoding="utf-8")
        problem = (folder / row["dom"] / f"{row['inst']}.pddl").read_text(encoding="utf-8")
        plan = row.get("plan") or "".join(f"{start}: ({words}) [{length}]\n" for start, words, length in row["steps"])
        yield from _executable(row["id"], domain, problem, plan)


def _planned_sources() -> Iterator[_Source]:
    """Kairos' plans for the ground truths of archetypes."""
    for name, number in (("waterway", "1"), ("waterway", "2"), ("satellite", "1")):
        bundle = load_folder(name)
        domain = kairos.parse_domain(bundle.domain_pddl)
        for archetype in bundle.archetypes:
            problem = bundle.problem(number)
            text = with_constraints(problem, archetype.ground_truth.get(number, ()))
            solved = kairos.Planner().solve(kairos.parse_problem(text, domain), timeout=2.0, anytime=False, threads=1)
            if solved.plan is not None:
                plan = solved.plan.to_string(kairos.PlanFormat.IPC)
                yield from _executable(f"{name} {number} {archetype.name}", bundle.domain_pddl, problem, plan)


def _executable(name: str, domain: str, problem: str, plan: str) -> Iterator[_Source]:
    trajectory = execute(parse_problem(problem, parse_domain(domain)), parse_plan(plan))
    if not trajectory.faults:
        yield _Source(name, domain, problem, plan, trajectory)


def _rows(file: Path) -> list[dict[str, Any]]:
    content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    return [json.loads(line) for line in content.decode("utf-8").splitlines()]


class RandomConstraints:
    """Constraints of all ten types, mostly about what a plan changes, at times on, next to and between happenings.

    The window types have had most faults: they come more often, some of them no wider than a gap between two steps.
    """

    _TYPES = (*ConstraintType, ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER)

    def __init__(self, trajectory: Trajectory, random: Random) -> None:
        problem = trajectory.problem
        changeable = changeable_predicates(problem.domain)
        self._atoms = tuple(atom for atom in ground_atoms(problem) if atom.predicate in changeable)
        events = [event for state in trajectory.states for event in state.events]
        self._changed = tuple(sorted({atom for event in events for atom in (*event.added, *event.deleted)}, key=str))
        self._moments = tuple(state.time for state in trajectory.states)
        self._random = random

    def several(self, count: int) -> list[Constraint]:
        """So many, each of well-formed shape."""
        return [self.one() for _ in range(count)]

    def one(self) -> Constraint:
        """One of well-formed shape."""
        kind = self._random.choice(self._TYPES)
        bounds, conditions = ARITY[kind]
        return Constraint(kind, tuple(self._condition() for _ in range(conditions)), self._times(bounds))

    def _condition(self) -> Condition:
        random = self._random
        atom, other = self._atom(), self._atom()
        return random.choice(
            (atom, atom, Not(atom), Not(atom), And((atom, Not(other))), Or((atom, other)), Or((Not(atom), other)))
        )

    def _atom(self) -> Atom:
        return self._random.choice(self._changed if self._changed and self._random.random() < 0.6 else self._atoms)

    def _times(self, count: int) -> tuple[float, ...]:
        times = {self._time()} if count else set()
        while len(times) < count:
            opens = min(times)
            times.add(round(opens + 0.0003, 6) if self._random.random() < 0.2 else self._time())
        return tuple(sorted(times))

    def _time(self) -> float:
        random = self._random
        if random.random() < 0.5:
            return round(random.uniform(0, self._moments[-1] + 2), random.choice((0, 1, 3)))
        moment = random.choice(self._moments)
        return round(max(0.0, moment + random.choice((0.0, 0.0, -0.1, 0.1, 0.0002, -0.0002))), 6)
