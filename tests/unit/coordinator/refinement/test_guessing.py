"""Guesses at what was not understood are acted on where the scorer speaks clearly, and never cost what was understood.

Stand-ins answer for the workers, which other tests use for real.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.builders import statement
from tests.support.worlds import World

from plancritic.contracts.planning import SolveLimits
from plancritic.contracts.specification import Strength, TracedConstraint
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.coordinator.evaluation.evidence import evidence_for
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.evaluation.preferences import wished
from plancritic.coordinator.refinement.completion import Completion, standing
from plancritic.coordinator.refinement.guessing import ActedOn, act_on_guesses, marked
from plancritic.coordinator.search.population import Individual, merged, specification_of
from plancritic.coordinator.search.presets import PRESETS

UNDERSTOOD, UNREAD = statement("Be at B in the end.", "s1"), statement("Fribble the wreck.", "s2")
READING = Reading(mid_level_goal="At B.", constraints=("(always (b))",), score=0.9)
GUESSES = tuple(
    Reading(mid_level_goal="A guess.", constraints=(f"(sometime ({name}))",), score=score)
    for name, score in (("first", 0.3), ("second", 0.2))
)
TRANSLATED = (
    StatementReadings(statement="s1", readings=(READING,)),
    StatementReadings(statement="s2", reason="what 'fribble' means is not known", guesses=GUESSES),
)


def as_wish(said: Statement, strength: Strength) -> Statement:
    return said.model_copy(update={"strength": strength})


def evaluator_of(world: World, said: Sequence[Statement], evidence: Any = None) -> Evaluator:
    preset = PRESETS["ours"]
    return Evaluator(
        world,  # type: ignore[arg-type]
        said,
        [READING, None],
        SolveLimits(seconds=1),
        None,
        preset,
        evidence_for(evidence, None, preset),
    )


async def acted_in(
    world: World, evidence: Any = None, said: Sequence[Statement] = (UNDERSTOOD, UNREAD)
) -> tuple[Completion, dict[str, ActedOn]]:
    """What becomes of a best plan under the reading of the first statement."""
    evaluator = evaluator_of(world, said, evidence)
    best = Individual(specification_of([("s1", READING.constraints)]), ("best reading of every statement",))
    completion = Completion((await evaluator.evaluate([best]))[0])
    acted: dict[str, ActedOn] = {}
    await act_on_guesses(completion, said, TRANSLATED, evaluator, acted)
    return completion, acted


async def test_a_guess_that_the_scorer_is_sure_of_is_acted_on_and_told_as_one() -> None:
    completion, acted = await acted_in(World({"second": 0.98}))
    assert acted["s2"] == ActedOn(GUESSES[1], 0.02, 0.98)
    assert completion.best.individual.lineage[-1] == "guess 2 at statement s2"
    specification = marked(completion.best.individual.specification, acted, [UNDERSTOOD, UNREAD])
    assert [(each.constraint, each.strength, each.guessed) for each in specification] == [
        ("(always (b))", "must", False),
        ("(sometime (second))", "nice", True),
    ]


async def test_a_guess_is_acted_on_where_the_model_is_unsure_too_if_it_tells_the_plans_apart() -> None:
    _, acted = await acted_in(World({"first": 0.86}, unsure=(0.04, 0.96)))
    assert acted["s2"].after == 0.86


async def test_a_guess_at_a_mere_wish_is_demanded_of_its_plan_and_of_its_proof_all_the_same() -> None:
    said = [as_wish(UNDERSTOOD, "should"), as_wish(UNREAD, "nice")]
    world = World({"first": 0.98})
    completion, acted = await acted_in(world, said=said)
    assert acted["s2"].guess == GUESSES[0]
    # The plan for the reading, a wish too, and the one without feedback; then those with the guesses.
    assert world.demanded == [[], [], ["(sometime (first))"], ["(sometime (second))"]]
    assert world.proved == world.demanded
    told = marked(wished(standing(said, [READING, None], completion.best), said), acted, said)
    assert [(each.constraint, each.strength, each.guessed) for each in told] == [
        ("(always (b))", "should", False),
        ("(sometime (first))", "nice", True),
    ]


async def test_a_guess_at_what_is_wished_elsewhere_is_planned_for_anew_and_told_as_what_was_wished() -> None:
    said = [as_wish(UNDERSTOOD, "nice"), as_wish(UNREAD, "nice")]
    world = World({"first": 0.98})
    evaluator = evaluator_of(world, said)
    both = specification_of([("s1", GUESSES[0].constraints)])
    guessed = merged((*both, TracedConstraint(constraint="(sometime (first))", statements=("s2",), guessed=True)))
    await evaluator.evaluate([Individual(both, ("a wish",)), Individual(guessed, ("a guess",))])
    assert world.demanded == [[], ["(sometime (first))"]]
    told = marked(wished(guessed, said), {"s2": ActedOn(GUESSES[0], 0.1, 0.99)}, said)
    assert [(each.strength, each.guessed) for each in told] == [("nice", False)]


async def test_of_two_guesses_that_please_the_scorer_alike_the_likelier_is_taken() -> None:
    _, acted = await acted_in(World({"first": 0.97, "second": 0.97}))
    assert acted["s2"].guess == GUESSES[0]


@pytest.mark.parametrize(
    "scores",
    [
        {"first": 0.84},  # not enough
        {"first": 0.3, "second": 0.03},
        {"first": 0.98, "(do )": 0.6},  # it finds no fault with the plan that somebody complains of
        {"first": 0.98, "(do always-b)": 0.6},  # nor with the best one
    ],
)
async def test_without_a_clear_word_of_the_scorer_nothing_changes(scores) -> None:
    completion, acted = await acted_in(World(scores))
    assert not acted
    assert completion.best.individual.lineage == ("best reading of every statement",)


async def test_a_plan_that_the_scorer_calls_right_already_is_left_alone() -> None:
    world = World({"first": 0.99, "do": 0.6})
    _, acted = await acted_in(world)
    assert not acted


async def test_a_guess_never_costs_a_statement_that_was_understood() -> None:
    _, broken = await acted_in(World({"first": 0.99}, breaking="first"))
    _, unplanned = await acted_in(World({"first": 0.99}, impossible="(sometime (first))"))
    # Evidence may fall as long as there is enough of it: a reading this sure is, whatever the scorer says.
    _, doubted = await acted_in(World({"first": 0.99}, understood={"first": 0.01}, unsure=(0.5, 0.5)))
    assert not broken
    assert not unplanned
    assert doubted["s2"].guess == GUESSES[0]
    _, second = await acted_in(World({"first": 0.99, "second": 0.97}, breaking="first"))
    assert second["s2"].guess == GUESSES[1]


async def test_where_the_scorer_does_not_count_no_guess_is_tried() -> None:
    world = World({"first": 0.99})
    _, acted = await acted_in(world, ("check",))
    assert not acted
    assert world.asked == ["(always (b))"]


async def test_a_constraint_that_was_said_too_is_no_guess() -> None:
    both = (TracedConstraint(constraint="(sometime (first))", statements=("s1", "s2")),)
    assert marked(both, {"s2": ActedOn(GUESSES[0], 0.1, 0.99)}, [UNDERSTOOD, UNREAD]) == both


async def test_a_statement_that_was_not_understood_drives_no_search() -> None:
    completion, _ = await acted_in(World({}))
    assert completion.best.evidence == (pytest.approx(0.999, abs=0.01), None)
    assert completion.best.adherent
