"""Mixed mode: who is asked, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.support.refinement import request

from plancritic.refiner.proposers.mixed import MixedProposer
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed


@dataclass
class Scripted:
    name: str
    outcome: Proposed | NothingProposed
    asked: list[ProposalRequest] = field(default_factory=list)

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        self.asked.append(request)
        return self.outcome


@pytest.mark.parametrize(
    ("repairer", "model", "outcome", "is_model_asked"),
    [
        (Proposed("a"), Proposed("b", 2), Proposed("a"), False),
        (NothingProposed("stuck", 1), Proposed("b", 2), Proposed("b", 3), True),
        (NothingProposed("stuck", 1), NothingProposed("lost", 5), NothingProposed("r: stuck; m: lost", 6), True),
    ],
)
async def test_the_model_is_asked_for_what_the_repairer_cannot_settle(
    repairer: Proposed | NothingProposed,
    model: Proposed | NothingProposed,
    outcome: Proposed | NothingProposed,
    is_model_asked: bool,
) -> None:
    first, then = Scripted("r", repairer), Scripted("m", model)
    asked = request()
    assert await MixedProposer(first, then).propose(asked) == outcome
    assert first.asked == [asked]
    assert then.asked == [asked] * is_model_asked
