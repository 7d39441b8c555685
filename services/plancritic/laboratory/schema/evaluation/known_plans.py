"""Where the true set stands among the interpretations of seeded libraries, by how much is known of the true domain.

`python -m plancritic.laboratory.schema.evaluation.known_plans tests/cases/schema_library`
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.known_problem import KnownProblem, Step, Steps
from plancritic.contracts.modelling.messages import DomainDescribed
from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain, read_domains
from plancritic.laboratory.schema.evaluation.seeded_faults import seeded_library
from plancritic.pddl.grounding import strips_action
from plancritic.pddl.language import Atom, Problem, parse_problem
from plancritic.schema_library.building.known_fit import HeldKnown
from plancritic.schema_library.candidates.candidate import Candidate, Library
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.combination.decision import Solved, decide
from plancritic.schema_library.combination.steps import share_steps
from plancritic.schema_library.ranking.interpretations import ranked, start_sets
from plancritic.schema_library.ranking.scoring import Scores

#: How much is known: plans of the description's problem, then answers about one step each.
KNOWLEDGE = ((0, 0), (1, 0), (1, 5), (1, 10))
WRITERS = 5
RATES = (0.4, 0.6)
LIBRARIES = 5
#: Starts that `domain make` refines, and those that its questions tell apart.
REFINED, TOLD_APART = 3, 30
#: A library whose combinations are more is left out: deciding them takes minutes.
MOST_COMBINATIONS = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where the true set of one library stands.

    `rank` is that of the interpretation that it is behind, out of `interpretations`; `sets` are as good as it by what
    is known. `start` is its place among the starts, None where it is none of them.
    """

    interpretations: int
    contradicting: int
    rank: int
    start: int | None


def places(domain: EvaluationDomain, library: Library, seed: int) -> Iterator[tuple[tuple[int, int], Place]]:
    """Yield where the true set stands, by how much is known; nothing if no writer of an action was right."""
    true = _true_set(domain, library)
    if true is None:
        return
    candidates = library.candidates
    shared = share_steps(domain.problem, {name: [one.schema for one in each] for name, each in candidates.items()})
    solved = [each for each in decide(shared) if isinstance(each, Solved)]
    texts = tuple(dict.fromkeys(shared.plan_text(each.plan) for each in solved))
    numbered = [Solved(each.box, (texts.index(shared.plan_text(each.plan)),)) for each in solved]
    scores = Scores(candidates, None, "votes")
    for plans, answers in KNOWLEDGE:
        known = _known(domain, plans, answers, seed)
        request = DomainDescribed(envelope=Envelope.start(), description=domain.description, known=known)
        held = HeldKnown.of(request, library.skeleton, candidates, texts)
        found = ranked(numbered, scores, held.weights)
        behind = (
            rank
            for rank, each in enumerate(found, 1)
            if any(all(chosen >> one & 1 for chosen, one in zip(box, true, strict=True)) for box in each.boxes)
        )
        starts = [chosen for _, chosen in start_sets(found, scores, TOLD_APART)]
        start = starts.index(true) + 1 if true in starts else None
        yield (plans, answers), Place(len(found), sum(1 for each in found if any(each.against)), next(behind), start)


def _true_set(domain: EvaluationDomain, library: Library) -> tuple[int, ...] | None:
    found: list[int] = []
    for name, several in library.candidates.items():
        wanted = canonical_text(domain.reference.actions[name])
        numbers = [number for number, each in enumerate(several) if each.text == wanted]
        if not numbers:
            return None
        found.append(numbers[0])
    return tuple(found)


def _known(domain: EvaluationDomain, plans: int, answers: int, seed: int) -> tuple[KnownProblem, ...]:
    """Return the true plan of the problem, and answers about steps after its beginnings, drawn by seed."""
    if not plans:
        return ()
    problem = parse_problem(domain.problem_text, domain.reference)
    shared = share_steps(problem, {name: [each] for name, each in domain.reference.actions.items()})
    (solved,) = decide(shared)
    assert isinstance(solved, Solved), "the reference has a plan"
    plan: Steps = tuple(tuple(shared.steps[each].split()) for each in solved.plan)
    allowed: list[Steps] = []
    refused: list[Steps] = []
    rng = random.Random(f"{seed} {domain.name}")
    states = list(_states(problem, plan))
    while len(allowed) + len(refused) < answers:
        number = rng.randrange(len(states))
        step = _step(problem, rng)
        (allowed if _applies(problem, step, states[number]) else refused).append((*plan[:number], step))
    return (KnownProblem(text=domain.problem_text, plans=(plan,), allowed=tuple(allowed), refused=tuple(refused)),)


def _step(problem: Problem, rng: random.Random) -> Step:
    """Return a step with objects of the right types, each of which is in the initial state's facts or not."""
    action = rng.choice(list(problem.domain.actions.values()))
    return (action.name, *(rng.choice(problem.objects_of(*each.types)) for each in action.parameters))


def _states(problem: Problem, plan: Sequence[Step]) -> Iterator[frozenset[Atom]]:
    state = problem.facts
    yield state
    for name, *objects in plan:
        action = problem.domain.actions[name]
        parts = strips_action(action).bound(_binding(problem, (name, *objects)))
        state = state - parts.deletes | parts.adds
        yield state


def _applies(problem: Problem, step: Step, state: frozenset[Atom]) -> bool:
    parts = strips_action(problem.domain.actions[step[0]]).bound(_binding(problem, step))
    equal = all(len(set(each.arguments)) == 1 for each in parts.needs if each.predicate == "=")
    different = all(len(set(each.arguments)) > 1 for each in parts.forbids if each.predicate == "=")
    needs = {each for each in parts.needs if each.predicate != "="}
    return equal and different and needs <= state and not parts.forbids & state


def _binding(problem: Problem, step: Step) -> dict[str, str]:
    names = (each.name for each in problem.domain.actions[step[0]].parameters)
    return dict(zip(names, step[1:], strict=True))


def table(folder: Path, progress: bool = True) -> str:
    """Return the table as Markdown."""
    found: dict[tuple[int, int], list[Place]] = {each: [] for each in KNOWLEDGE}
    left_out = 0
    for domain in read_domains(folder):
        for rate in RATES:
            for seed in range(LIBRARIES):
                library = seeded_library(domain, WRITERS, rate, seed)
                if _product(library.candidates) > MOST_COMBINATIONS:
                    left_out += 1
                    continue
                for known, place in places(domain, library, seed):
                    found[known].append(place)
                if progress:
                    sys.stderr.write(f"{domain.name}, rate {rate}, library {seed + 1}\n")
    lines = [
        "| known | libraries | interpretations | contradict it | true one first | mean rank | true set the first start "
        f"| among {REFINED} | among {TOLD_APART} |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [_row(known, several) for known, several in found.items()]
    if left_out:
        lines.append(f"\nLeft out: {left_out} libraries of more than {MOST_COMBINATIONS:,} combinations.")
    return "\n".join(lines)


def _product(candidates: Mapping[str, Sequence[Candidate]]) -> int:
    total = 1
    for each in candidates.values():
        total *= len(each)
    return total


def _row(known: tuple[int, int], several: Sequence[Place]) -> str:
    plans, answers = known
    count = len(several)

    def mean(values: Sequence[float]) -> str:
        return f"{sum(values) / count:.1f}" if count else "-"

    def share(most: int) -> str:
        return f"{sum(1 for each in several if each.start is not None and each.start <= most)}"

    what = "nothing" if not plans else f"{plans} plan" + (f", {answers} answers" if answers else "")
    cells = [
        what,
        str(count),
        mean([each.interpretations for each in several]),
        mean([each.contradicting for each in several]),
        str(sum(1 for each in several if each.rank == 1)),
        mean([each.rank for each in several]),
        share(1),
        share(REFINED),
        share(TOLD_APART),
    ]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Print the table. Exit status 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the evaluation's domains")
    sys.stdout.write(f"{table(parser.parse_args().folder)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
