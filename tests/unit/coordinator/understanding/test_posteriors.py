"""How the bank is filled and what is asked for it; stand-ins answer for the planner and the scorer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.builders import statement
from tests.support.sayings import GUESSED, MEANT, NEVER, READ, Sayings, plan_for, reading, waterway

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.planning import SolveLimits, TimedOut, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.understanding.meant import Meant
from plancritic.coordinator.understanding.posteriors import (
    CANDIDATE_SECONDS,
    CANDIDATES_SECONDS,
    MOST_PLANNED,
    Posteriors,
    posteriors_of,
)

SAID = StatementReadings(
    statement="s1", readings=(reading(READ, 0.6), reading(MEANT, 0.6)), guesses=(reading(GUESSED, 0.5, "guess"),)
)


async def found(
    sayings: Sayings,
    *read: StatementReadings,
    seconds: float = 5.0,
    scorer: bool = True,
    guesses: bool = True,
    **options: Any,
) -> Posteriors:
    return await posteriors_of(
        sayings,  # type: ignore[arg-type]
        waterway(),
        [statement(f"Statement {place}.", each.statement) for place, each in enumerate(read, start=1)],
        read,
        (plan_for(),),
        SolveLimits(seconds=seconds),
        None,
        scorer=scorer,
        guesses=guesses,
        **options,
    )


async def test_the_reading_is_found_that_the_scorer_speaks_for() -> None:
    for liked in (READ, MEANT):
        (posterior,) = (await found(Sayings(liked=(liked,)), SAID)).statements
        assert posterior.best is not None
        assert posterior.best.best.constraints == (liked,)


async def test_a_sentence_that_the_program_prints_means_what_it_is_printed_for_whatever_the_scorer_says() -> None:
    printed = reading(MEANT, 0.1).model_copy(update={"printed": True})
    said = SAID.model_copy(update={"readings": (SAID.readings[0], printed)})
    (posterior,) = (await found(Sayings(liked=(READ,)), said)).statements
    assert [(each.best.constraints, each.probability) for each in posterior.behaviours] == [((MEANT,), 1.0)]
    assert posterior.none == 0.0


async def test_a_plan_is_asked_for_each_candidate_that_none_satisfies_and_the_time_is_shared() -> None:
    sayings = Sayings()
    posteriors = await found(sayings, SAID)
    assert sayings.solved == [frozenset({READ}), frozenset({MEANT}), frozenset({GUESSED})]
    assert posteriors.plans == (plan_for(), plan_for(READ), plan_for(MEANT), plan_for(GUESSED))
    limits = [asked[2] for asked in sayings.asked if asked[0] == "solve"]
    share = min(CANDIDATE_SECONDS, CANDIDATES_SECONDS / 3)
    assert [each.seconds for each in limits] == pytest.approx([share] * 3)  # type: ignore[attr-defined]
    shorter = Sayings()
    await found(shorter, SAID, seconds=0.2)
    assert {asked[2].seconds for asked in shorter.asked if asked[0] == "solve"} == {0.2}  # type: ignore[attr-defined]


async def test_a_candidate_that_the_plan_shown_satisfies_is_not_planned_for() -> None:
    met = StatementReadings(statement="s1", readings=(reading("(sometime (at sct_ast_0 wpt_a_0))", 0.6),))
    sayings = Sayings()
    (posterior,) = (await found(sayings, met)).statements
    assert sayings.solved == []
    assert posterior.behaviours[0].features["met_by_plan_shown"] == 1.0


async def test_what_is_proved_impossible_is_told_apart_from_what_is_only_not_found() -> None:
    never = StatementReadings(statement="s1", readings=(reading(NEVER, 0.6),))
    (posterior,) = (await found(Sayings(), never)).statements
    (behaviour,) = posterior.behaviours
    assert behaviour.impossible
    assert "unplanned" not in behaviour.features


async def test_more_time_is_asked_for_neither_what_has_a_plan_nor_what_is_impossible() -> None:
    heard: dict[frozenset[str], str] = {}

    class Slow(Sayings):
        async def solve(self, specification: Sequence[TracedConstraint], *rest: Any, **options: Any) -> Verdict:
            if specification[0].constraint == GUESSED:
                return TimedOut(engine="none", limit_seconds=0.5)
            return await super().solve(specification, *rest, **options)

    never = StatementReadings(statement="s2", readings=(reading(NEVER, 0.6),))
    await found(
        Slow(),
        SAID,
        never,
        decided=lambda specification, verdict: heard.update(
            {frozenset(each.constraint for each in specification): verdict.verdict}
        ),
    )
    assert heard == {frozenset({READ}): "plan", frozenset({MEANT}): "plan", frozenset({NEVER}): "impossible"}


async def test_one_candidate_of_two_statements_is_planned_for_once_and_all_plans_are_scored_at_once() -> None:
    sayings = Sayings(liked=(READ, MEANT))
    await found(sayings, SAID, SAID.model_copy(update={"statement": "s2"}))
    assert len(sayings.solved) == 3
    (scored,) = [asked for asked in sayings.asked if asked[0] == "score"]
    assert len(scored[1]) == 4  # type: ignore[arg-type]
    assert scored[2] == ("Statement 1.", "Statement 2.")


async def test_of_very_many_candidates_the_first_are_planned_for() -> None:
    objects = ("sct_ast_0", "deb_ast_0", "shp_sal_ast_0")
    many = tuple(
        reading(f"(hold-during {time} {time + 1} (at {each} deb_stn_0))", 0.5) for time in range(10) for each in objects
    )
    sayings = Sayings()
    await found(sayings, StatementReadings(statement="s1", readings=many))
    assert sayings.solved == [frozenset(each.constraints) for each in many[:MOST_PLANNED]]


async def test_guesses_that_are_not_wanted_are_neither_planned_for_nor_weighed() -> None:
    sayings = Sayings()
    (posterior,) = (await found(sayings, SAID, guesses=False)).statements
    assert frozenset({GUESSED}) not in sayings.solved
    assert {each.best.kind for each in posterior.behaviours} == {"reading"}


async def test_a_scorer_that_does_not_count_is_not_asked_and_one_without_a_model_is_done_without() -> None:
    sayings = Sayings()
    assert not (await found(sayings, SAID, scorer=False)).with_scorer
    assert not [asked for asked in sayings.asked if asked[0] == "score"]
    without = await found(Sayings(scorer=False), SAID)
    assert not without.with_scorer
    assert without.statements == (await found(Sayings(), SAID, scorer=False)).statements


async def test_any_other_trouble_with_the_scorer_ends_the_run() -> None:
    class Away(Sayings):
        async def score(self, *_: object) -> None:  # type: ignore[override]
            raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="nobody answers"))

    with pytest.raises(ContractError, match="nobody answers"):
        await found(Away(), SAID)


async def test_a_plan_is_worth_the_posteriors_of_the_behaviours_that_it_satisfies() -> None:
    posteriors = await found(Sayings(liked=(None, None)), SAID, StatementReadings(statement="s2"))
    meant = Meant(waterway(), posteriors.statements)
    shares = {each.best.constraints[0]: each.probability for each in posteriors.statements[0].behaviours}
    for asked in ((), (READ,), (MEANT,), (READ, MEANT)):
        worth, nothing = meant.of(plan_for(*asked))
        assert worth == pytest.approx(sum(shares[each] for each in asked))
        assert nothing is None, "a statement that is taken for nothing has no say"


async def test_the_shared_reader_is_no_second_opinion_on_its_own_readings() -> None:
    shared = await found(Sayings(liked=(READ,), judged_by="reader"), SAID)
    without = await found(Sayings(scorer=False), SAID)
    assert not shared.with_scorer
    assert shared.statements == without.statements
