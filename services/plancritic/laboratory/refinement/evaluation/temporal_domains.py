"""How well temporal domains are refined: the shipped ones with random faults in their STRIPS part, and recorded plans.

    python -m plancritic.laboratory.refinement.evaluation.temporal_domains --starts 4 --seed 8

Feedback are two recorded plans with times of each of the first two problems; no landmarks. Nothing of the refiner was
tuned on these domains. Measured on all problems of a domain: HDE of the STRIPS part (plans by K*, without those that
the numbers forbid), recorded plans not used as feedback that the refined domain carries out, and whether every action
is literally right, its times included.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.refinement.knowledge import Knowledge as KnownOfTask
from plancritic.contracts.refinement.messages import RefinementRequested
from plancritic.laboratory.refinement.evaluation.runs import CANDIDATE_LIMITS
from plancritic.laboratory.refinement.evaluation.true_domain import TrueDomainAnswers
from plancritic.paths import domains_folder
from plancritic.pddl.execution import execute
from plancritic.pddl.faults import additions, faulty_schemas
from plancritic.pddl.language import (
    Action,
    Domain,
    PddlError,
    Plan,
    Step,
    conjuncts,
    declaration,
    parse_domain,
    parse_problem,
    with_action,
)
from plancritic.pddl.strips_part import joined, strips_part
from plancritic.refiner.equivalence.executor import Executor
from plancritic.refiner.equivalence.measure import Equivalence, problem_equivalence
from plancritic.refiner.equivalence.plan_sets import PlanSets, PlanSource
from plancritic.refiner.feedback.local import LocalFeedback
from plancritic.refiner.pipelines import own
from plancritic.refiner.runs.knowledge import readable_task
from plancritic.refiner.temporal.feasible_plans import feasible
from plancritic.refiner.temporal.put_back import placed
from plancritic.refiner.temporal.separated_request import SeparatedRequest, separated

DOMAINS = ("haulage", "satellite", "waterway")
#: Problems whose plans are feedback; the others are for measuring alone.
FEEDBACK = 2
#: Draws of faults that show before a start is given up.
_DRAWS = 200


@dataclass(frozen=True)
class TemporalCase:
    """A shipped temporal domain: its problems, and recorded plans that solve each."""

    name: str
    domain: Domain
    problems: tuple[str, ...]
    plans: tuple[tuple[Plan, ...], ...]

    @classmethod
    def of(cls, name: str, folder: Path) -> TemporalCase:
        """Read a domain's folder; plans that do not solve their problem are left out."""
        domain = parse_domain((folder / name / "domain.pddl").read_text(encoding="utf-8"))
        files = sorted((folder / name / "problems").glob("*.pddl"))
        recorded = _recorded(folder / name / "recorded" / "plans.jsonl.gz")
        texts = tuple(each.read_text(encoding="utf-8") for each in files)
        plans = tuple(
            tuple(
                plan
                for instance, plan in recorded
                if instance == f"instance-{file.stem}" and _solves(domain, text, plan)
            )
            for file, text in zip(files, texts, strict=True)
        )
        return cls(name, domain, texts, plans)

    @property
    def description(self) -> DomainDescription:
        """The declarations of the domain; its actions are described by their names alone."""
        types = {name if parent == "object" else f"{name} - {parent}": "" for name, parent in self.domain.types.items()}
        actions = {
            name: ActionDescription(
                detailed=name.replace("_", " "), parameters=" ".join(map(str, action.parameters)), duration="some time"
            )
            for name, action in self.domain.actions.items()
        }
        return DomainDescription(
            domain=self.name,
            types=types,
            predicates={declaration(*each): "" for each in self.domain.predicates.items()},
            functions={declaration(*each): "" for each in self.domain.functions.items()},
            actions=actions,
        )

    def request(self, start: Domain) -> RefinementRequested:
        """Return a request to refine a start by two plans of each of the first problems."""
        known = tuple(
            KnownProblem(text=text, timed_plans=tuple(map(str, plans[:2])))
            for text, plans in zip(self.problems[:FEEDBACK], self.plans[:FEEDBACK], strict=True)
            if plans
        )
        return RefinementRequested(
            envelope=Envelope.start(), description=self.description, domain=start.text, problems=known
        )

    @property
    def held_out(self) -> tuple[tuple[str, Plan], ...]:
        """Problems with recorded plans that are no feedback."""
        first = [(text, plan) for text, several in zip(self.problems, self.plans, strict=True) for plan in several]
        used = {str(plan) for several in self.plans[:FEEDBACK] for plan in several[:2]}
        return tuple(each for each in first if str(each[1]) not in used)


@dataclass(frozen=True)
class TemporalRow:
    """What one start came to."""

    domain: str
    faults: int
    most_questions: int
    asked: int
    before: float
    hde: float
    carried_out: float
    is_right: bool
    seconds: float


def drawn_start(case: TemporalCase, faults: int, seed: int) -> Domain:
    """Return a case's domain with so many random faults in its STRIPS part, at most one an action.

    Each fault by itself has the domain refuse a recorded plan.

    Raises:
        RuntimeError: Too few were found.
    """
    chance = random.Random(f"{case.name}/{faults}/{seed}")
    true = strips_part(case.domain)
    changed: dict[str, Action] = {}
    for _ in range(_DRAWS):
        if len(changed) == faults:
            break
        action = chance.choice(list(true.actions.values()))
        several = [*faulty_schemas(action, true), *additions(action, true)]
        kinds = sorted({each.kind for each in several})
        kind = chance.choice(kinds)
        fault = chance.choice([each for each in several if each.kind == kind])
        if action.name in changed:
            continue
        try:
            alone = joined(case.domain, with_action(true, fault.schema))
        except PddlError:  # an equality as an effect, say
            continue
        shown = ((text, plan) for text, several in zip(case.problems, case.plans, strict=True) for plan in several[:4])
        if not all(_solves(alone, *each) for each in shown):
            changed[action.name] = fault.schema
    if len(changed) < faults:
        raise RuntimeError(f"{case.name}: no {faults} faults that show were drawn by seed {seed}")
    part = true
    for schema in changed.values():
        part = with_action(part, schema)
    return joined(case.domain, part)


async def measured(case: TemporalCase, start: Domain, faults: int, questions: int, plans: PlanSets) -> TemporalRow:
    """Return what a start comes to with at most this many questions, which the true domain answers."""
    request = case.request(start)
    parts = separated(request)
    assert parts is not None, "shipped temporal domains take time"
    own_request = parts.request
    task = readable_task(own_request.description, own_request.domain, own_request.problems, mends_parameters=True)
    known = KnownOfTask(description=request.description, problems=own_request.problems, numbers=parts.numbers)
    source = feasible(plans, known)
    answers = TrueDomainAnswers(strips_part(case.domain).text, [each.text for each in task.problems])
    begun = time.monotonic()
    found = await own.refine(task, own_request.domain, LocalFeedback(task, source), answers, questions)
    seconds = time.monotonic() - begun
    whole = placed(parts, parse_domain(found.domain))
    carried_out = [_solves(whole, *each) for each in case.held_out]
    return TemporalRow(
        case.name,
        faults,
        questions,
        found.asked,
        await _equivalence(case, parts, own_request.domain, source),
        await _equivalence(case, parts, found.domain, source),
        sum(carried_out) / len(carried_out),
        _parts_of(whole) == _parts_of(case.domain),
        seconds,
    )


async def _equivalence(case: TemporalCase, parts: SeparatedRequest, domain: str, source: PlanSource) -> float:
    """Return the HDE of a STRIPS part on those feedback problems for which the true one has plans within the limits."""
    true, candidate = strips_part(case.domain), parse_domain(domain)
    found = []
    for each in parts.request.problems:
        right, mine = await source.plans(true.text, each.text), await source.plans(domain, each.text)
        if not right.plans:
            continue
        executors = [Executor(parse_problem(each.text, one)) for one in (true, candidate)]
        found.append(problem_equivalence(executors[0], right.plans, executors[1], mine.plans))
    return float(Equivalence(tuple(found)).value)


def _solves(domain: Domain, problem: str, plan: Plan) -> bool:
    trajectory = execute(parse_problem(problem, domain), plan)
    return trajectory.fault is None and trajectory.goal_met


def _parts_of(domain: Domain) -> dict[str, tuple[object, ...]]:
    return {
        name: (
            each.duration,
            *map(
                frozenset,
                (
                    conjuncts(each.conditions_at_start),
                    conjuncts(each.conditions_over_all),
                    conjuncts(each.conditions_at_end),
                    each.effects_at_start,
                    each.effects_at_end,
                ),
            ),
        )
        for name, each in domain.actions.items()
    }


def _recorded(file: Path) -> list[tuple[str, Plan]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [(row["inst"], Plan(tuple(_steps(row["steps"])))) for row in rows[:400]]


def _steps(rows: Sequence[tuple[float, str, float]]) -> Iterator[Step]:
    for start, words, duration in rows:
        name, *objects = words.split()
        yield Step(start, name, tuple(objects), duration)


def table(rows: Sequence[TemporalRow]) -> str:
    """Return a Markdown table of rows, a line for each domain and number of questions."""
    lines = [
        "| domain | questions | starts | HDE before, % | HDE, % | other recorded plans, % | right | asked | seconds |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for domain, questions in sorted({(each.domain, each.most_questions) for each in rows}):
        own_rows = [each for each in rows if (each.domain, each.most_questions) == (domain, questions)]
        count = len(own_rows)
        means = [
            100 * sum(each.before for each in own_rows) / count,
            100 * sum(each.hde for each in own_rows) / count,
            100 * sum(each.carried_out for each in own_rows) / count,
        ]
        right = sum(each.is_right for each in own_rows)
        asked = sum(each.asked for each in own_rows) / count
        seconds = sum(each.seconds for each in own_rows) / count
        shown = " | ".join(f"{each:.1f}" for each in means)
        lines.append(f"| {domain} | {questions} | {count} | {shown} | {right} | {asked:.1f} | {seconds:.1f} |")
    return "\n".join(lines)


async def _run(domains: Sequence[str], starts: int, seed: int, questions: Sequence[int]) -> None:
    plans = PlanSets(1, 20, CANDIDATE_LIMITS)
    rows: list[TemporalRow] = []
    try:
        for name in domains:
            case = TemporalCase.of(name, domains_folder())
            for number in range(starts):
                faults = 1 + number % 2
                start = drawn_start(case, faults, seed + number)
                for most in questions:
                    rows.append(await measured(case, start, faults, most, plans))
                    sys.stdout.write(f"{rows[-1]}\n")
                    sys.stdout.flush()
    finally:
        await plans.close()
    sys.stdout.write(f"{table(rows)}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="Refinement of temporal domains, measured.")
    parser.add_argument("--domain", action="append", choices=DOMAINS, help="Repeatable; by default all.")
    parser.add_argument("--starts", type=int, default=4, help="Faulty starts of each domain, 1 and 2 faults in turn.")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument(
        "--questions", type=int, action="append", help="Most questions; repeatable; by default 0 and 10."
    )
    options = parser.parse_args(arguments)
    asyncio.run(_run(options.domain or DOMAINS, options.starts, options.seed, options.questions or (0, 10)))


if __name__ == "__main__":
    main()
