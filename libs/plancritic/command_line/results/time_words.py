"""The unit of a domain's time, from the published bundle that a run used."""

from __future__ import annotations

from plancritic.client import RunEnd
from plancritic.command_line.broker_client import published_domains
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import PlanRevised
from plancritic.contracts.sessions import Revision
from plancritic.pictures.changes_in_words import TimeWords


async def time_words(ended: RunEnd | Revision) -> TimeWords:
    """Return what one unit of time is called in the domain of a run or a revision.

    "time unit" where the run has no plan, the bundle is not published any more, or this installation cannot read
    bundles: the answer to a statement does not fail over a word.
    """
    if not isinstance(ended, PlanRevised | Revision):
        return TimeWords()
    try:
        async with published_domains() as domains:
            unit = (await domains.bundle(ended.problem)).context.time
    except (ContractError, ModuleNotFoundError):
        return TimeWords()
    return TimeWords(unit.singular, unit.plural)
