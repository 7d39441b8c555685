"""Two proposers as one: the second is asked where the first has nothing."""

from __future__ import annotations

from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed, Proposer


class MixedProposer:
    """Asks the symbolic repairer first, which costs nothing, and the language model for what it cannot settle."""

    def __init__(self, repairer: Proposer, language_model: Proposer) -> None:
        self._repairer = repairer
        self._language_model = language_model

    @property
    def name(self) -> str:
        """How tables and trees call it."""
        return "mixed"

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        """Return the repairer's domain, else the language model's. Raises what they raise."""
        first = await self._repairer.propose(request)
        if isinstance(first, Proposed):
            return first
        then = await self._language_model.propose(request)
        repairs = first.repairs + then.repairs
        if isinstance(then, Proposed):
            return Proposed(then.domain, repairs, then.answers, then.tokens)
        reason = f"{self._repairer.name}: {first.reason}; {self._language_model.name}: {then.reason}"
        return NothingProposed(reason, repairs, then.answers, then.tokens)
