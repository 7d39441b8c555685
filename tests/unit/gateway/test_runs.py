"""Where a run stands, as the gateway answers."""

from __future__ import annotations

from typing import cast

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.refinement.messages import DomainRefined, DoubtedAnswer, SettledLiteral, Sureness
from plancritic.contracts.service import RunState
from plancritic.gateway.runs import standing_of
from plancritic.gateway.tenants import Tenant

STEPS = (("lift", "tray1"),)
LITERAL = SettledLiteral(
    action="lift",
    part="precondition",
    literal="(clean ?t)",
    is_in_domain=True,
    is_changed=False,
    by="nothing",
    probability=0.7,
    text="lift needs (clean ?t)",
)
END = DomainRefined(
    envelope=Envelope.start(),
    domain="(d)",
    refined=True,
    reason="the search ended",
    ended="searched",
    pipeline="own",
    proposer="symbolic",
    sureness=Sureness(probability=0.6, text="About 60 %.", literals=(LITERAL,), situations=3),
    doubted_answers=(
        DoubtedAnswer(problem=0, steps=STEPS, is_possible=True, probability=0.9, is_followed=False, text="so"),
    ),
)
STATE = RunState(
    run="r1", kind="refinement", session="s1", domain="d", state="ended", generation=0, started="2026-11-28T00:00:00Z"
)


class Client:
    """Knows one refinement, which has ended."""

    async def find_run(self, _run: str) -> RunState:
        return STATE

    async def end_of_domain_run(self, _state: RunState) -> DomainRefined:
        return END


class Known:
    client = Client()


async def test_the_end_of_a_refinement_says_how_sure_it_is_and_which_answers_may_be_wrong() -> None:
    told = (await standing_of(cast(Tenant, Known()), "r1")).model_dump(mode="json")["end"]
    assert told["sureness"]["probability"] == 0.6
    assert [each["by"] for each in told["sureness"]["literals"]] == ["nothing"]
    assert [each["is_followed"] for each in told["doubted_answers"]] == [False]
