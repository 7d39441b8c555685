"""How well a scorer judges plans by people's own words: utterances of the corpus asked of plans of their problems."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plancritic.adherence.dataset import Example
from plancritic.contracts.envelope import Contract
from plancritic.domains.folder import DomainFolder, load_folder_from
from plancritic.laboratory.adherence.measurement.accuracy import evaluate, labels_of, unsure_band
from plancritic.laboratory.adherence.measurement.examination import Scorer
from plancritic.laboratory.adherence.training.data.plans import MadePlan, Planners, PlanPool, Wanted
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.pddl.execution import judge_constraint
from plancritic.pddl.grounding import relaxed_reachability
from plancritic.pddl.language import Constraint
from plancritic.wording import Lexicon

#: Plans of each side that a text is asked of; CPU seconds of one search; variations and random walks of each problem.
_A_SIDE, _SECONDS, _VARIATIONS, _WALKS = 3, 0.4, 40, 12
#: From where on a probability calls a plan adherent.
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class AskedPlans:
    """Texts about one problem, asked of its plans: as many that adhere as not for each text."""

    folder: DomainFolder
    problem: str
    plans: tuple[str, ...]
    examples: tuple[Example, ...]


class AdherenceRow(Contract):
    """A domain's row: how often a scorer is right about plans and texts.

    A text for which no plan adheres, or all do, is left out. `outside` is the
    share of answers outside the band in which the scorer calls itself unsure, `right_outside` how many of these are
    right; None where there are none.
    """

    domain: str
    texts: int
    examples: int
    accuracy: float
    calibration_error: float
    outside: float
    right_outside: float | None


async def ask_plans(
    texts: Sequence[TextAsked], roots: Sequence[Path], seed: int, progress: Callable[[str], None]
) -> list[AskedPlans]:
    """Make plans for the problems of texts, and ask the texts of them; the same seed, the same plans and examples.

    A search that ends just at its CPU limit may find a plan once and none the next time. The plans of each problem are
    those for what its texts ask, so that a plan for another wish is a near miss; variations of them; random walks.
    """
    by_problem: dict[tuple[str, str], list[TextAsked]] = {}
    for each in texts:
        if each.constraints:
            by_problem.setdefault((each.domain, each.problem), []).append(each)
    found = []
    for (domain, problem), asked in sorted(by_problem.items()):
        folder = load_folder_from(domain, roots)
        generator = random.Random(f"{seed}/{domain}/{problem}")
        plans = await _plans(folder, problem, [each.constraints for each in asked], generator)
        examples = [example for each in asked for example in _examples(each, plans, generator)]
        progress(f"{domain}, problem {problem}: {len(asked)} texts, {len(plans)} plans, {len(examples)} examples")
        if not examples:
            progress(f"{domain}, problem {problem}, is left out: no text has plans that adhere and others")
            continue
        found.append(AskedPlans(folder, problem, tuple(each.text for each in plans), tuple(examples)))
    return found


async def _plans(
    folder: DomainFolder, problem: str, meanings: Sequence[tuple[Constraint, ...]], generator: random.Random
) -> list[MadePlan]:
    lexicon = Lexicon(folder, problem)
    planners = Planners(folder, _SECONDS)
    try:
        pool = PlanPool(lexicon.problem, lexicon.problem.text, planners, generator, is_test=True)
        await pool.plan([Wanted()], every_planner=True)
        await pool.plan([Wanted(each) for each in dict.fromkeys(meanings)])
    finally:
        await planners.close()
    pool.vary(_VARIATIONS)
    pool.wander(relaxed_reachability(lexicon.problem).actions, _WALKS)
    return pool.plans


def _examples(asked: TextAsked, plans: Sequence[MadePlan], generator: random.Random) -> list[Example]:
    sides: dict[bool, list[int]] = {True: [], False: []}
    for place, plan in enumerate(plans):
        answers = {judge_constraint(plan.trajectory, each).satisfied for each in asked.constraints}
        if None not in answers:
            sides[answers == {True}].append(place)
    count = min(_A_SIDE, *map(len, sides.values()))
    sort = asked.constraints[0].type.value if len(asked.constraints) == 1 else "conjunction"
    return [
        Example(place, asked.text, side, sort, tuple(map(str, asked.constraints)), split="test")
        for side, places in sides.items()
        for place in generator.sample(places, count)
    ]


def judged(scorer: Scorer, asked: AskedPlans) -> NDArray[np.float32]:
    """Return the scorer's probability for each example, shape (examples,)."""
    lexicon = Lexicon(asked.folder, asked.problem)
    found = np.empty(len(asked.examples), dtype=np.float32)
    places: dict[str, list[int]] = {}
    for number, example in enumerate(asked.examples):
        places.setdefault(example.text, []).append(number)
    for text, numbers in places.items():
        plans = [asked.plans[asked.examples[number].plan] for number in numbers]
        found[numbers] = scorer.score(lexicon, plans, [text])[:, 0]
    return found


def adherence_rows(
    asked: Sequence[AskedPlans], probabilities: Sequence[NDArray[np.float32]], band: tuple[float, float]
) -> list[AdherenceRow]:
    """Return a row for each domain, and one for all where there are several."""
    groups: dict[str, list[tuple[AskedPlans, NDArray[np.float32]]]] = {}
    for each, found in zip(asked, probabilities, strict=True):
        groups.setdefault(each.folder.name, []).append((each, found))
        groups.setdefault("all", []).append((each, found))
    names = [*sorted(set(groups) - {"all"}), "all"]
    return [_row(name, groups[name], band) for name in (names if len(names) > 2 else names[:1])]


def fitted_band(asked: Sequence[AskedPlans], probabilities: Sequence[NDArray[np.float32]]) -> tuple[float, float]:
    """Return the narrowest band about one half outside of which 97 of 100 answers are right in every domain."""
    groups: dict[str, tuple[list[NDArray[np.float32]], list[NDArray[np.bool_]]]] = {}
    for each, found in zip(asked, probabilities, strict=True):
        its = groups.setdefault(each.folder.name, ([], []))
        its[0].append(found)
        its[1].append(labels_of(each.examples))
    pairs = [(np.concatenate(found), np.concatenate(labels)) for found, labels in groups.values()]
    return unsure_band(pairs, THRESHOLD)


def _row(name: str, group: Sequence[tuple[AskedPlans, NDArray[np.float32]]], band: tuple[float, float]) -> AdherenceRow:
    examples = [example for each, _ in group for example in each.examples]
    found = evaluate(examples, np.concatenate([its for _, its in group]), THRESHOLD, band=band)
    assert found.unsure is not None
    outside = found.unsure.outside
    return AdherenceRow(
        domain=name,
        texts=found.overall.texts,
        examples=len(examples),
        accuracy=found.overall.accuracy,
        calibration_error=found.expected_calibration_error,
        outside=round(1.0 - found.unsure.share, 4),
        right_outside=None if outside is None else outside.accuracy,
    )
