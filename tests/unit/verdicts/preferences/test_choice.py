"""What is kept of the preferences, why the rest is not, and what it costs."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.preferences import read_preferences

from plancritic.contracts.planning import (
    Cancelled,
    Impossible,
    PlanProved,
    PreferenceOutcome,
    SolveLimits,
    SyntaxFault,
    TimedOut,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.verdicts import Verdicts
from plancritic.verdicts.preferences.choice import Asking, choose

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, PROBLEM = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl"))
WATERWAY = load_domain("waterway")


class Asked:
    """Verdicts of Kairos and the judges, counted; some constraints it cannot decide."""

    def __init__(self, domain: str, problem: str, *undecided: str) -> None:
        self.problem = parse_problem(problem, parse_domain(domain))
        self.asked: list[tuple[str, ...]] = []
        self._engine = KairosEngine(children=1)
        self._verdicts = Verdicts(self._engine, (KairosJudge(), ExecutorJudge()))
        self._undecided = undecided

    async def __call__(self, specification: Sequence[TracedConstraint]) -> Verdict:
        texts = tuple(one.constraint for one in specification)
        self.asked.append(texts)
        if set(texts) & set(self._undecided):
            return TimedOut(engine="none", limit_seconds=1.0)
        musts = [one.model_copy(update={"strength": "must"}) for one in specification]
        domain = self.problem.domain.text
        return await self._verdicts.verdict(domain, self.problem.text, musts, SolveLimits(seconds=1))

    async def choose(self, wishes: str, seconds: float | None = None, searches: int = 64) -> Verdict:
        try:
            return await choose(read_preferences(wishes), self, seconds, self.problem, searches)
        finally:
            await self._engine.close()


@pytest.fixture
def courier() -> Asked:
    return Asked(DOMAIN, PROBLEM)


def outcomes(verdict: Verdict) -> dict[str, PreferenceOutcome]:
    assert isinstance(verdict, PlanProved), verdict
    return {outcome.constraint.constraint: outcome for outcome in verdict.preferences}


async def test_without_preferences_it_is_asked_once(courier: Asked) -> None:
    verdict = await courier.choose("(sometime (at bob market))")
    assert isinstance(verdict, PlanProved)
    assert verdict.preferences == ()
    assert len(courier.asked) == 1


async def test_what_can_be_kept_together_is_kept(courier: Asked) -> None:
    found = outcomes(await courier.choose("(preference nice (sometime (at bob market)))(sometime (at bob home))"))
    assert [outcome.kept for outcome in found.values()] == [True]


async def test_one_should_outweighs_two_nices(courier: Asked) -> None:
    found = outcomes(
        await courier.choose(
            "(preference nice (sometime (at bob market)))(preference nice (sometime (at bob home)))"
            "(preference should (always (at bob office)))"
        )
    )
    assert [outcome.kept for outcome in found.values()] == [False, False, True]
    reason = found["(sometime (at bob market))"].reason
    assert reason == "proved impossible together with (always (at bob office))"


async def test_of_equals_the_fewest_are_given_up(courier: Asked) -> None:
    found = outcomes(
        await courier.choose(
            "(preference should (always (at bob office)))"
            "(preference should (sometime (at bob market)))(preference should (sometime (at bob home)))"
        )
    )
    assert [outcome.kept for outcome in found.values()] == [False, True, True]


async def test_a_preference_against_the_musts_is_given_up(courier: Asked) -> None:
    found = outcomes(await courier.choose("(always (at bob office))(preference should (sometime (at bob market)))"))
    assert found["(sometime (at bob market))"].reason == "proved impossible together with what must hold"


async def test_a_should_has_a_price_a_nice_has_none(courier: Asked) -> None:
    found = outcomes(
        await courier.choose(
            "(preference should (sometime-before (carries ann letter) (at bob home)))"
            "(preference nice (sometime (at bob market)))"
        )
    )
    price = found["(sometime-before (carries ann letter) (at bob home))"]
    assert price.kept
    assert price.price_time == pytest.approx(9.0, abs=0.1) or (price.price_time or 0) > 2.5
    assert price.price_steps is not None
    assert found["(sometime (at bob market))"].price_time is None


async def test_what_holds_by_luck_is_kept() -> None:
    asked = Asked(DOMAIN, PROBLEM, "(sometime (at ann market))")
    found = outcomes(
        await asked.choose("(preference should (sometime (at ann market)))(preference nice (sometime (at bob market)))")
    )
    assert [outcome.kept for outcome in found.values()] == [True, True]


async def test_what_is_not_decided_is_not_kept_and_that_is_said() -> None:
    asked = Asked(DOMAIN, PROBLEM, "(sometime (at bob home))")
    found = outcomes(
        await asked.choose("(preference should (sometime (at bob home)))(preference nice (sometime (at bob market)))")
    )
    assert [outcome.kept for outcome in found.values()] == [False, True]
    assert "no proof" in found["(sometime (at bob home))"].reason


async def test_musts_that_are_impossible_are_the_verdict(courier: Asked) -> None:
    verdict = await courier.choose(
        "(always (at bob office))(sometime (at bob market))(preference nice (sometime (at bob home)))"
    )
    assert isinstance(verdict, Impossible)
    assert len(courier.asked) == 2


async def test_a_fault_in_a_preference_is_the_verdict(courier: Asked) -> None:
    verdict = await courier.choose("(always (at bob office))\n(preference nice (sometime (at bob hme)))")
    assert isinstance(verdict, SyntaxFault)
    assert verdict.line == 2


async def test_searches_end_at_their_number_and_that_is_said(courier: Asked) -> None:
    wishes = "(preference nice (always (at bob office)))" + "".join(
        f"(preference nice (sometime (at bob {place})))" for place in ("market", "home")
    )
    found = outcomes(await courier.choose(wishes, searches=2))
    assert any("limit" in outcome.reason for outcome in found.values())


async def test_one_that_is_cancelled_ends_it() -> None:
    async def cancelled(specification: Sequence[TracedConstraint]) -> Verdict:
        return Cancelled(engine="none")

    asking: Asking = cancelled
    assert isinstance(
        await choose(read_preferences("(preference should (always (at bob office)))"), asking, 1.0), Cancelled
    )


async def test_on_waterway_the_choice_is_the_best_there_is() -> None:
    asked = Asked(WATERWAY.domain_pddl, WATERWAY.problem("1"))
    found = outcomes(
        await asked.choose(
            "(always (not (at deb_ast_0 wpt_a_0)))"
            "(preference should (always (not (at deb_ast_0 wpt_b_0))))"
            "(preference should (at end (is_location_not_blocked wpt_ini wpt_b_0)))"
            "(preference should (sometime (at sct_ast_0 shp_dck_0)))"
            "(preference nice (always (not (at sct_ast_0 wpt_b_0))))"
        )
    )
    assert [outcome.kept for outcome in found.values()] == [False, True, True, False]
    free = found["(at end (is_location_not_blocked wpt_ini wpt_b_0))"]
    assert (free.price_time, free.price_steps) == (0.0, 0)
