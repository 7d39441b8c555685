"""What a run takes a statement for, and what it says of that; stand-ins answer for the workers."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.builders import feedback_submitted
from tests.support.sayings import GUESSED, MEANT, NEVER, READ, Sayings, does, reading

from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import GenerationEvaluated, PlanRevised, SearchSettings
from plancritic.contracts.planning import SolveLimits, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.checkpoints.beginning import first_checkpoint
from plancritic.coordinator.checkpoints.known_answers import KnownAnswers, RememberingWorkers
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.problem.situation import situation_of
from plancritic.coordinator.runs.run import start_run
from plancritic.domains import load_domain

WITHOUT, ONE, OTHER, BOTH = frozenset[str](), frozenset({READ}), frozenset({MEANT}), frozenset({READ, MEANT})
UNREAD = StatementReadings(statement="s1", reason="Nobody knows.", guesses=(reading(GUESSED, 0.5, "guess"),))


def read(first: float, second: float) -> StatementReadings:
    """A statement with two readings, scored so by the translator."""
    return StatementReadings(statement="s1", readings=(reading(READ, first), reading(MEANT, second)))


async def run(
    translated: StatementReadings,
    liked: str | None = None,
    scorer: bool = True,
    kind: type[Sayings] = Sayings,
    **settings: Any,
) -> tuple[PlanRevised, Sayings]:
    """A run of one statement; the scorer is for plans that do what is liked."""
    chosen = {"seed": 1, "generations": 0, "population": 2, **settings}
    submitted = feedback_submitted("Scout A.", settings=SearchSettings(**chosen))
    sayings = kind((translated,), (liked,), scorer)
    published: list[Message] = []

    async def publish(message: Message, _: Subject) -> None:
        published.append(message)

    situation = situation_of(submitted, load_domain("waterway"))
    first = first_checkpoint(submitted, situation.reference)
    workers = RememberingWorkers(sayings, submitted.envelope, KnownAnswers())
    ended = await start_run(first, RunParts(situation, workers, publish))
    assert any(isinstance(message, GenerationEvaluated) for message in published) or ended.ended == "nothing_to_search"
    return ended, sayings


async def test_candidates_that_no_plan_does_yet_are_planned_for_before_the_search() -> None:
    _, sayings = await run(read(0.6, 0.57))
    assert sayings.solved[:3] == [WITHOUT, ONE, OTHER]
    scored = next(asked for asked in sayings.asked if asked[0] == "score")
    assert len(scored[1]) == 3, "the plan shown and one for each candidate, in one request"  # type: ignore[arg-type]


async def test_where_two_readings_are_likely_no_plan_pays_for_the_one_that_was_not_chosen() -> None:
    ended, sayings = await run(read(0.6, 0.57))
    assert sayings.solved[3:] == [], "neither for both readings nor for the other one"
    assert {each.constraint for each in ended.specification} == ONE
    assert not does(ended.plan, MEANT)
    (told,) = ended.statements
    assert (told.verdict, told.reading, ended.ended) == ("unconfirmed", "doubtful", "adherent")
    assert ended.needs_confirmation == ("s1",)


async def test_another_likely_reading_is_offered_as_a_sentence_with_its_posterior() -> None:
    ended, _ = await run(read(0.6, 0.57))
    (told,) = ended.statements
    assert told.meanings is not None
    (offered,) = told.alternatives
    assert offered.constraints == (MEANT,)
    assert offered.sentence == "At some time, the scout is at the ship dock."
    assert offered.score == told.meanings.candidates[1].probability
    assert sum(each.probability for each in told.meanings.candidates) + told.meanings.none == pytest.approx(1.0)


async def test_a_reading_that_the_scorer_agrees_with_is_clear_and_adhered_to_without_a_search() -> None:
    ended, sayings = await run(read(0.95, 0.1), liked=READ, generations=3, population=20)
    (told,) = ended.statements
    assert (told.verdict, told.reading, told.doubt) == ("adhered", "clear", "")
    assert (ended.ended, ended.generations, ended.needs_confirmation) == ("adherent", 0, ())
    assert sayings.solved[3:] == []
    assert told.alternatives == ()


async def test_the_scorer_turns_the_translators_order_round() -> None:
    ended, _ = await run(read(0.7, 0.6), liked=MEANT)
    (told,) = ended.statements
    assert told.constraints == (MEANT,)
    assert does(ended.plan, MEANT)
    unasked, _ = await run(read(0.7, 0.6), liked=MEANT, evidence=("check",))
    assert unasked.statements[0].constraints == (READ,)


async def test_a_guess_that_the_scorer_speaks_for_is_a_reading_and_unconfirmed() -> None:
    ended, _ = await run(UNREAD, liked=GUESSED)
    (told,) = ended.statements
    assert (told.verdict, told.constraints) == ("unconfirmed", (GUESSED,))
    assert does(ended.plan, GUESSED)
    assert told.meanings is not None
    assert told.meanings.candidates[0].kind == "guess"


@pytest.mark.parametrize(
    ("translated", "settings"),
    [
        (UNREAD, {"liked": NEVER}),
        (UNREAD, {"liked": GUESSED, "guesses": False}),
        (read(0.1, 0.05), {"liked": NEVER}),
    ],
    ids=["the scorer is against it", "guesses are no candidates", "readings that nothing speaks for"],
)
async def test_what_is_likelier_to_mean_something_else_is_not_understood_and_not_acted_on(
    translated: StatementReadings, settings: dict[str, Any]
) -> None:
    ended, _ = await run(translated, **settings)
    (told,) = ended.statements
    assert told.verdict == "not_understood"
    assert told.explanation
    assert (ended.ended, ended.specification) == ("nothing_to_search", ())
    assert ended.plan.split() == ended.base_plan.split()


async def test_without_a_scorer_model_a_run_weighs_by_the_weights_without_it_and_takes_nothing_for_clear() -> None:
    ended, _ = await run(read(0.95, 0.1), scorer=False)
    (told,) = ended.statements
    assert told.meanings is not None
    assert not told.meanings.with_scorer
    assert (told.verdict, told.reading) == ("unconfirmed", "doubtful")
    assert ended.scorer_missing == "no model"


async def test_a_scorer_that_does_not_count_has_no_word_in_the_posterior() -> None:
    ended, _ = await run(read(0.6, 0.57), liked=MEANT, evidence=("check",))
    assert ended.statements[0].meanings is not None
    assert not ended.statements[0].meanings.with_scorer
    assert not any({"for", "against"} & set(each.features) for each in ended.statements[0].meanings.candidates)


@pytest.mark.parametrize("preset", ["ours", "paper", "code"])
async def test_translate_only_keeps_to_the_best_reading_whatever_the_preset_and_says_how_sure_it_is(
    preset: str,
) -> None:
    ended, sayings = await run(read(0.6, 0.57), liked=MEANT, translate_only=True, preset=preset)
    assert sayings.solved == [WITHOUT, ONE, OTHER]
    assert ended.lineage == ("best reading of every statement",)
    assert [each.constraint for each in ended.specification] == [READ]
    (told,) = ended.statements
    assert (told.verdict, told.reading) == ("unconfirmed", "doubtful")
    assert [each.constraints for each in told.alternatives] == [(MEANT,)]


@pytest.mark.parametrize("preset", ["paper", "code"])
async def test_the_published_presets_keep_to_the_translators_first_reading_and_say_how_sure_it_is(preset: str) -> None:
    ended, _ = await run(read(0.7, 0.6), liked=MEANT, preset=preset)
    (told,) = ended.statements
    assert told.constraints == (READ,)
    assert (told.reading, told.meanings is not None) == ("doubtful", True)


async def test_the_same_seed_gives_the_same_posteriors() -> None:
    first, second = [(await run(read(0.6, 0.57), liked=READ))[0] for _ in range(2)]
    assert first.statements[0].meanings == second.statements[0].meanings


async def test_mutation_by_the_encoder_is_refused_with_the_remedy_where_there_is_none() -> None:
    with pytest.raises(ContractError) as refused:
        await run(read(0.6, 0.57), mutation="encoder")
    assert refused.value.fault.code is FaultCode.MODEL_MISSING
    assert "by the lexicon" in (refused.value.fault.remedy or "")


@pytest.mark.parametrize(
    ("translated", "liked"), [(read(0.6, 0.57), READ), (read(0.95, 0.1), MEANT), (UNREAD, GUESSED)]
)
async def test_judges_are_sent_no_plan_twice_with_one_specification_nor_with_one_question(
    translated: StatementReadings, liked: str
) -> None:
    _, sayings = await run(translated, liked=liked, generations=2, population=4)
    jobs = [asked[1:] for asked in sayings.asked if asked[0] == "validate"]
    questions = [(plan, question) for plan, _, asked in jobs for question in asked]  # type: ignore[attr-defined]
    assert len(jobs) >= 2
    assert len({job[:2] for job in jobs}) == len(jobs)
    assert len(set(questions)) == len(questions)


async def test_one_reading_that_is_impossible_makes_nothing_be_bred_and_the_plan_stays() -> None:
    never = StatementReadings(statement="s1", readings=(reading(NEVER, 0.95),))
    ended, sayings = await run(never, liked=None, generations=3, population=20)
    (told,) = ended.statements
    assert told.verdict in ("impossible", "violated")
    assert ended.generations == 0
    assert ended.plan.split() == ended.base_plan.split()
    assert len(sayings.solved) <= 5


class NoExplainer(Sayings):
    """The planner is lost to whoever wants an explanation of what nobody can be sure was asked for."""

    explanations = 0

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
        tidy: bool = False,
    ) -> Verdict:
        if explain:
            self.explanations += 1
            raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="no planner", remedy="start one"))
        return await super().solve(specification, limits, engine, explain, seconds_wanted, tidy)


async def test_a_sentence_more_that_the_planner_cannot_make_costs_nobody_the_answer() -> None:
    unlikely = StatementReadings(statement="s1", readings=(reading(NEVER, 0.05),))
    ended, workers = await run(unlikely, kind=NoExplainer, seed=None)
    (told,) = ended.statements
    assert (told.verdict, told.clashes_with_goal) == ("not_understood", ())
    assert isinstance(workers, NoExplainer) and workers.explanations == 1
    with pytest.raises(ContractError):
        await run(unlikely, kind=NoExplainer)
