"""A reading that the scorer speaks clearly against is read again, and never at the cost of another statement."""

from collections.abc import Sequence

import pytest
from tests.support.builders import statement
from tests.support.worlds import World

from plancritic.contracts.planning import SolveLimits
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.coordinator.evaluation.evidence import Findings, evidence_for, outweighs
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.refinement.alternative_readings import read_again
from plancritic.coordinator.refinement.completion import Completion, standing
from plancritic.coordinator.refinement.guessing import marked
from plancritic.coordinator.refinement.understanding import Reread, Understanding, best_of
from plancritic.coordinator.result.statement_outcomes import outcome_of
from plancritic.coordinator.search.population import Individual, merged, specification_of
from plancritic.coordinator.search.presets import PRESETS
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

RIGHT, MISREAD = statement("Be at B in the end.", "s1"), statement("Come home.", "s2")
#: The plan without feedback, as the stand-in names it.
WITHOUT = "(do )"


def reading(constraint: str, score: float) -> Reading:
    return Reading(mid_level_goal=f"A reading: {constraint}", constraints=(constraint,), score=score)


KEPT, FIRST = reading("(always (b))", 0.9), reading("(sometime (first))", 0.9)
GUESSES = (reading("(sometime (second))", 0.1), reading("(sometime (third))", 0.05))


def translated(first: Reading = FIRST, *others: Reading) -> tuple[StatementReadings, ...]:
    return (
        StatementReadings(statement="s1", readings=(KEPT,)),
        StatementReadings(statement="s2", readings=(first, *others), guesses=GUESSES),
    )


async def read_in(
    world: World,
    readings: tuple[StatementReadings, ...] | None = None,
    said: Sequence[Statement] = (RIGHT, MISREAD),
    evidence: tuple[str, ...] | None = None,
    impossible: tuple[str, ...] | None = None,
) -> tuple[Completion, Understanding]:
    """What becomes of the plan under the best readings, or, of an impossible one, of the plan for the other alone."""
    readings = readings or translated()
    preset = PRESETS["ours"]
    counted = evidence_for(evidence, None, preset)  # type: ignore[arg-type]
    evaluator = Evaluator(world, said, best_of(readings), SolveLimits(seconds=1), None, preset, counted)  # type: ignore[arg-type]
    taken = [KEPT] if impossible is not None else [each for each in best_of(readings) if each]
    best = Individual(
        specification_of([(each.id, its.constraints) for each, its in zip(said, taken, strict=False)]),
        ("best reading of every statement",),
    )
    completion = Completion((await evaluator.evaluate([best]))[0])
    if impossible is not None:
        completion.impossible["s2"] = impossible
    understanding = Understanding(readings, evaluator)
    await read_again(completion, said, understanding)
    return completion, understanding


async def test_a_guess_that_the_scorer_prefers_takes_the_place_of_the_reading() -> None:
    completion, understanding = await read_in(World({"second": 0.98}))
    assert understanding.readings == (KEPT, GUESSES[0])
    assert understanding.translated[1].readings == (GUESSES[0], FIRST)
    assert (understanding.reread["s2"].first, understanding.reread["s2"].scorer) == (FIRST, 0.02)
    assert {each.constraint for each in completion.best.individual.specification} == {
        "(always (b))",
        "(sometime (second))",
    }
    assert completion.best.checks == ("adhered", "adhered")
    assert completion.best.individual.lineage[-1] == "read again: statement s2"
    # The check is of the reading that is taken now.
    proofs = understanding.evaluator.answers_for(GUESSES[0], completion.best.answers)
    assert [each.constraint for each in proofs] == ["(sometime (second))"]


async def test_of_several_the_likeliest_is_taken_and_of_those_as_likely_the_one_that_asks_for_less() -> None:
    _, understanding = await read_in(World({"second": 0.9, "third": 0.99}))
    assert understanding.readings == (KEPT, GUESSES[1])
    more = Reading(mid_level_goal="Both.", constraints=("(sometime (third))", "(sometime (fourth))"), score=0.05)
    both = (translated()[0], translated()[1].model_copy(update={"guesses": (more, GUESSES[1])}))
    _, understanding = await read_in(World({"fourth": 0.984, "third": 0.981}), both)
    assert understanding.readings == (KEPT, GUESSES[1])


async def test_all_others_are_scored_at_once_and_no_plan_twice() -> None:
    world = World({"second": 0.98, "third": 0.97})
    await read_in(world)
    assert len(world.scored) == len(set(world.scored)) == 4


async def test_another_reading_is_tried_as_a_guess_is_and_the_likelier_is_taken() -> None:
    other = reading("(sometime (other))", 0.8)
    _, understanding = await read_in(World({"second": 0.98, "other": 0.98}), translated(FIRST, other))
    assert understanding.readings == (KEPT, other)


@pytest.mark.parametrize(
    "scores",
    [
        {"second": 0.3},  # no plan that the scorer calls adherent
        {"second": 0.98, "first": 0.6},  # the scorer is for the plan as it is
        {"second": 0.98, WITHOUT: 0.7},  # and here it finds no fault with what the person complains of
        {"second": 0.6, "first": 0.4},  # the translator is surer of the first than the scorer of the difference
    ],
)
async def test_a_reading_stays_where_the_scorer_does_not_speak_clearly_against_it(scores: dict[str, float]) -> None:
    completion, understanding = await read_in(World(scores))
    assert understanding.readings == (KEPT, FIRST)
    assert understanding.reread == {}
    assert completion.best.individual.lineage == ("best reading of every statement",)


async def test_a_reading_stays_where_another_would_cost_a_statement_that_is_adhered_to() -> None:
    broken = World({"second": 0.98}, breaking="second")
    _, understanding = await read_in(broken)
    assert understanding.reread == {}
    for spoilt in (("second", "b"), ("second", "second")):
        _, understanding = await read_in(World({"second": 0.98}, spoilt=spoilt))
        assert understanding.reread == {}
    # The judges accept it still, but what the scorer said for a reading that is not sure is gone.
    weak = (StatementReadings(statement="s1", readings=(reading("(always (b))", 0.5),)), *translated()[1:])
    _, understanding = await read_in(World({"second": 0.98}, understood={"second": 0.01}), weak)
    assert understanding.reread == {}


async def test_a_reading_that_no_plan_meets_is_read_again_but_not_one_that_clashes_with_another_statement() -> None:
    completion, understanding = await read_in(World({"second": 0.98}), impossible=())
    assert understanding.reread["s2"].impossible
    assert completion.impossible == {}
    assert completion.best.checks == ("adhered", "adhered")
    completion, understanding = await read_in(World({"second": 0.98}), impossible=("s1",))
    assert understanding.reread == {}
    assert completion.impossible == {"s2": ("s1",)}


async def test_what_the_plan_does_already_is_no_other_reading() -> None:
    weaker = translated(reading("(always (b) (c))", 0.9), reading("(always (b))", 0.6))
    world = World({"(do always-b)": 0.98, "b-c": 0.02})
    _, understanding = await read_in(world, (weaker[0], weaker[1].model_copy(update={"guesses": ()})))
    assert any("(do always-b)" in plan for plan in world.scored)
    assert understanding.reread == {}


async def test_what_was_proved_beside_the_first_reading_is_forgotten_with_it() -> None:
    swapped = tuple(
        each.model_copy(update={"statement": other.statement})
        for each, other in zip(translated()[::-1], translated(), strict=True)
    )
    said = (RIGHT, MISREAD)
    world = World({}, understood={"second": 0.98, "first": 0.02, WITHOUT: 0.02})
    preset = PRESETS["ours"]
    evaluator = Evaluator(
        world,  # type: ignore[arg-type]
        said,
        best_of(swapped),
        SolveLimits(seconds=1),
        None,
        preset,
        evidence_for(None, None, preset),
    )
    best = Individual(specification_of([("s1", FIRST.constraints)]), ("reading",))
    completion = Completion((await evaluator.evaluate([best]))[0])
    completion.impossible |= {"s2": ("s1",), "s3": ()}
    completion.unproved["s4"] = completion.best.verdict
    understanding = Understanding(swapped, evaluator)
    await read_again(completion, said, understanding)
    assert set(understanding.reread) == {"s1"}, "s2 is impossible beside s1 alone: it is not read again"
    assert (completion.impossible, completion.unproved) == ({"s3": ()}, {})


async def test_where_the_scorer_or_the_check_does_not_count_nothing_is_tried() -> None:
    for evidence in (("check",), ("scorer",)):
        world = World({"second": 0.98})
        _, understanding = await read_in(world, evidence=evidence)
        assert understanding.reread == {}
        assert not any("second" in asked for asked in world.asked)


async def test_a_wish_that_is_read_again_is_demanded_while_it_is_tried_and_told_as_the_wish_it_is() -> None:
    said = [RIGHT, MISREAD.model_copy(update={"strength": "nice"})]
    world = World({"second": 0.98})
    completion, understanding = await read_in(world, said=said)
    assert ["(always (b))", "(sometime (second))"] in world.demanded
    specification = marked(standing(said, understanding.readings, completion.best), {}, said)
    assert {each.constraint: each.strength for each in specification} == {
        "(always (b))": "must",
        "(sometime (second))": "nice",
    }


async def test_what_another_statement_asks_for_too_stays_in_the_specification() -> None:
    shared = translated(KEPT)
    completion, understanding = await read_in(World({"second": 0.98}), shared)
    assert understanding.readings == (KEPT, GUESSES[0])
    by_constraint = {each.constraint: each.statements for each in completion.best.individual.specification}
    assert by_constraint == {"(always (b))": ("s1",), "(sometime (second))": ("s2",)}
    assert merged(completion.best.individual.specification) == completion.best.individual.specification


async def test_a_second_statement_is_read_again_beside_the_first_that_was() -> None:
    both = tuple(
        each.model_copy(update={"readings": (its,), "guesses": guesses})
        for each, its, guesses in zip(translated(), (KEPT, FIRST), (GUESSES[1:], GUESSES[:1]), strict=True)
    )
    world = World({"second": 0.98}, understood={"third": 0.97, "b": 0.01, "first": 0.01, WITHOUT: 0.01})
    completion, understanding = await read_in(world, both)
    assert understanding.readings == (GUESSES[1], GUESSES[0])
    assert set(understanding.reread) == {"s1", "s2"}
    assert completion.best.checks == ("adhered", "adhered")


def test_the_first_reading_is_told_with_what_the_scorer_says_of_both() -> None:
    lexicon = Lexicon(load_domain("waterway"), "1")
    first = reading("(at end (at sct_ast_0 wpt_a_0))", 0.9)
    now = reading("(at end (at sct_ast_0 wpt_b_0))", 0.1)
    read = StatementReadings(statement="s2", readings=(now, first))
    findings = Findings(scorer=0.98, called=True, check="adhered", reading=0.1)
    for impossible, word in ((False, "gives the plan for it only 2%, this plan 98%"), (True, "gives this plan 98%")):
        told = outcome_of(
            MISREAD,
            read,
            findings,
            evidence_for(None, None, PRESETS["ours"]),
            (),
            None,
            None,
            None,
            None,
            lexicon,
            read_first=Reread(first, 0.02, impossible).told(lexicon),
        )
        assert told.verdict == "unconfirmed"
        assert told.constraints == now.constraints
        assert told.read_first is not None
        assert told.read_first.constraints == first.constraints
        assert told.doubt.startswith("Original reading: At the end, the scout is at waypoint A.")
        assert word in told.doubt


def test_the_scorer_outweighs_the_translator_by_the_odds_of_both_plans() -> None:
    def found(scorer: float | None, score: float | None = None) -> Findings:
        check = None if score is None else "adhered"
        return Findings(scorer, called=(scorer or 0.0) >= 0.5, band=(0.05, 0.95), check=check, reading=score)

    evidence = evidence_for(None, None, PRESETS["ours"])
    # Odds of 9 for the first reading, of 1 to 9 for its plan, of 9 for the other's, whether the model is unsure or not.
    assert outweighs(found(0.1, 0.9), found(0.9), evidence)
    assert not outweighs(found(0.5, 0.9), found(0.9), evidence)
    # Where no plan does what was read, the scorer's word on the plan before says nothing: 9 against 9, and 9 to 19.
    assert not outweighs(found(0.01, 0.9), found(0.89), evidence, impossible=True)
    assert outweighs(found(0.01, 0.9), found(0.95), evidence, impossible=True)
    # A plan that the scorer gives less than enough is worth no exchange, however bad the other.
    assert not outweighs(found(0.01, 0.5), found(0.84), evidence)
    assert not outweighs(found(None, 0.9), found(0.9), evidence)


def test_back_translation_that_counts_makes_a_first_reading_harder_to_outweigh() -> None:
    first = Findings(0.5, called=False, check="adhered", reading=0.88, similarity=1.0)
    other = Findings(0.89, called=True)
    preset = PRESETS["ours"]
    assert outweighs(first, other, evidence_for(("scorer", "check"), None, preset))
    assert not outweighs(first, other, evidence_for(("scorer", "check", "back_translation"), None, preset))
