"""A run where neither the scorer nor the reading is sure; stand-ins answer for the workers."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.builders import envelope, feedback_submitted, scores, validation

from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import GenerationEvaluated, PlanRevised, SearchSettings
from plancritic.contracts.planning import PlanProved, Verdict
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import Reading, StatementReadings, Translation
from plancritic.contracts.validation import Proof, Validation
from plancritic.coordinator.runs.beginning import first_checkpoint
from plancritic.coordinator.runs.known_answers import KnownAnswers, RememberingWorkers
from plancritic.coordinator.runs.phases.parts import RunParts
from plancritic.coordinator.runs.run import start_run
from plancritic.coordinator.runs.situation import situation_of
from plancritic.domains import load_domain

STEPS = Path(__file__).parents[3] / "cases" / "feedback" / "steps-dev.jsonl"
PLAN = json.loads(STEPS.read_text(encoding="utf-8").splitlines()[0])["plan"]
ACCEPTED = Proof(ruling="accepted")
BEST, OTHER = "(at end (at sct_ast_0 wpt_b_0))", "(sometime (at sct_ast_0 wpt_a_0))"


class Answers:
    """One plan for everything, accepted by all judges, scored at 0.4."""

    def __init__(self, sure: float, unsure: tuple[float, float], share: float) -> None:
        self.sure = sure
        self.share = share
        self.unsure = unsure
        self.solved: list[frozenset[str]] = []

    async def translate(self, *_: Any) -> Translation:
        readings = tuple(
            Reading(mid_level_goal=constraint, constraints=(constraint,), score=score)
            for constraint, score in ((BEST, self.sure), (OTHER, self.sure * self.share))
        )
        read = StatementReadings(statement="s1", readings=readings)
        return Translation(envelope=envelope(), job="j", translator="stand-in", statements=(read,))

    async def solve(self, specification: Sequence[TracedConstraint], *_: Any, **__: Any) -> Verdict:
        self.solved.append(frozenset(each.constraint for each in specification))
        return PlanProved(engine="none", plan=PLAN, proof=ACCEPTED)

    async def validate(self, _plan: str, _specification: Any, questions: Sequence[str]) -> Validation:
        return validation(questions)

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        return scores(((0.4,) * len(texts),) * len(plans), self.unsure)

    def timings(self) -> tuple[()]:
        return ()

    def jobs(self) -> tuple[()]:
        return ()


async def run(
    sure: float, unsure: tuple[float, float], share: float = 0.95, **settings: Any
) -> tuple[PlanRevised, Answers]:
    """A run whose second reading has this share of the best one's score."""
    chosen = {"seed": 1, "generations": 0, "population": 2, **settings}
    submitted = feedback_submitted("Scout B.", settings=SearchSettings(**chosen))
    answers = Answers(sure, unsure, share)
    published: list[Message] = []

    async def publish(message: Message, _: Subject) -> None:
        published.append(message)

    situation = situation_of(submitted, load_domain("waterway"))
    first = first_checkpoint(submitted, situation.reference)
    workers = RememberingWorkers(answers, submitted.envelope, KnownAnswers())
    ended = await start_run(first, RunParts(situation, workers, publish))
    assert any(isinstance(message, GenerationEvaluated) for message in published)
    return ended, answers


async def test_what_neither_is_sure_of_is_tried_as_its_other_reading_and_as_both() -> None:
    ended, answers = await run(0.6, (0.3, 0.7))
    assert answers.solved == [frozenset(), frozenset({BEST}), frozenset({OTHER}), frozenset({BEST, OTHER})]
    assert ended.statements[0].evidence is not None
    assert ended.statements[0].evidence.unsure


async def test_an_unsure_score_and_no_other_reading_near_end_the_search_at_the_best_reading_that_is_met() -> None:
    ended, answers = await run(0.6, (0.3, 0.7), share=0.5, generations=3, population=20, guesses=False)
    assert answers.solved == [frozenset(), frozenset({BEST})]
    assert (ended.ended, ended.generations) == ("adherent", 0)
    assert ended.statements[0].evidence is not None
    assert ended.statements[0].evidence.settled == "check"
    assert ended.statements[0].evidence.together == pytest.approx(0.8)
    assert ended.statements[0].alternatives == ()


async def test_a_reading_that_comes_near_is_offered_with_its_score() -> None:
    ended, _ = await run(0.6, (0.3, 0.7))
    (offered,) = ended.statements[0].alternatives
    assert (offered.constraints, offered.score) == ((OTHER,), 0.57)
    assert offered.sentence == "At some time, the scout is at waypoint A."


async def test_a_sure_score_has_the_other_reading_tried_but_not_both_at_once() -> None:
    _, answers = await run(0.6, (0.5, 0.5))
    assert answers.solved == [frozenset(), frozenset({BEST}), frozenset({OTHER})]


async def test_a_sure_reading_needs_no_other_however_unsure_the_score() -> None:
    ended, answers = await run(0.9, (0.3, 0.7), guesses=False)
    assert answers.solved == [frozenset(), frozenset({BEST})]
    assert ended.ended == "adherent"


async def test_a_scorer_that_does_not_count_makes_nothing_unsure() -> None:
    _, answers = await run(0.6, (0.3, 0.7), evidence=("check",))
    assert frozenset({BEST, OTHER}) not in answers.solved


@pytest.mark.parametrize("preset", ["ours", "paper", "code"])
async def test_translate_only_plans_once_under_the_best_reading_whatever_the_preset(preset: str) -> None:
    ended, answers = await run(0.6, (0.3, 0.7), translate_only=True, preset=preset)
    assert answers.solved == [frozenset(), frozenset({BEST})]
    assert ended.lineage == ("best reading of every statement",)
    assert [each.constraint for each in ended.specification] == [BEST]


@pytest.mark.parametrize(
    ("settings", "why", "remedy"),
    [
        ({"evidence": ("check",)}, "does not count", "name scorer in --evidence too, or leave out --guesses"),
        ({"translate_only": True}, "translation alone tries none", "let the run search, or leave out --guesses"),
    ],
)
async def test_guesses_that_are_asked_for_and_cannot_be_tried_are_refused_with_the_remedy(
    settings: dict[str, Any], why: str, remedy: str
) -> None:
    with pytest.raises(ContractError, match=why) as refused:
        await run(0.9, (0.3, 0.7), guesses=True, **settings)
    assert (refused.value.fault.code, refused.value.fault.remedy) == (FaultCode.INVALID_MESSAGE, remedy)
    for wanted in (False, None):
        ended, _ = await run(0.9, (0.3, 0.7), guesses=wanted, **settings)
        # The judges accept; the scorer that stands in gives 0.4.
        assert ended.statements[0].verdict == "unconfirmed"
    ended, _ = await run(0.9, (0.3, 0.7), guesses=True)
    assert ended.statements[0].verdict == "unconfirmed"


async def test_mutation_by_the_encoder_is_refused_with_the_remedy_where_there_is_none() -> None:
    with pytest.raises(ContractError) as refused:
        await run(0.6, (0.3, 0.7), mutation="encoder")
    assert refused.value.fault.code is FaultCode.MODEL_MISSING
    assert "by the lexicon" in (refused.value.fault.remedy or "")
