"""The ground truth's word on a plan is VAL's."""

from __future__ import annotations

import pytest
from tests.unit.laboratory.feedback.recorded import recorded_rows

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.domains import load_domain
from plancritic.judges import ValJudge
from plancritic.laboratory.feedback.judging import GroundTruthJudge, Judgement


async def test_recorded_plans_are_judged_today_as_they_were_recorded() -> None:
    judge = GroundTruthJudge(load_domain("waterway"))
    for row in recorded_rows():
        assert row.plan is not None
        assert await judge.judge(row.element.problem, row.plan, row.element.constraints) == row.judgement
        if row.base_adherent is not None:
            assert row.base_plan is not None
            before = await judge.judge(row.element.problem, row.base_plan, row.element.constraints)
            assert before.adherent is row.base_adherent


async def test_a_plan_that_misses_the_goal_is_not_adherent_whatever_it_satisfies() -> None:
    judge = GroundTruthJudge(load_domain("waterway"))
    plan = "0.000: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]\n"
    judgement = await judge.judge("1", plan, ["(sometime (at sct_ast_0 wpt_a_0))"])
    assert judgement.judges == {"val": "rejected", "kairos": "rejected", "executor": "rejected"}
    assert judgement.explanation


@pytest.mark.parametrize(
    ("val", "other", "adherent", "judged", "disputed"),
    [
        ("accepted", "accepted", True, True, False),
        ("accepted", "rejected", True, True, True),
        ("rejected", "accepted", False, True, True),
        ("abstained", "accepted", False, False, False),
    ],
)
def test_val_decides_and_who_differs_is_told(
    val: str, other: str, adherent: bool, judged: bool, disputed: bool
) -> None:
    judgement = Judgement.model_validate({"judges": {"val": val, "executor": other}})
    assert (judgement.adherent, judgement.judged, judgement.disputed) == (adherent, judged, disputed)


def test_without_val_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ValJudge, "absence", lambda _: "VAL is not installed")
    with pytest.raises(ContractError) as caught:
        GroundTruthJudge(load_domain("waterway"))
    assert caught.value.fault.code == FaultCode.SERVICE_UNAVAILABLE
    assert caught.value.fault.remedy
