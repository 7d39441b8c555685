"""The unit of a domain's time, from the published bundle that a run used."""

from __future__ import annotations

from plancritic.client import PlancriticClient, RunEnd
from plancritic.command_line.plans.changes_text import TimeWords
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import PlanRevised


async def time_words(client: PlancriticClient, ended: RunEnd) -> TimeWords:
    """Return what one unit of time is called in the domain of a run.

    "time unit" where the run has no plan, the bundle is not published any more, or this installation cannot read
    bundles: the answer to a statement does not fail over a word.
    """
    if not isinstance(ended, PlanRevised):
        return TimeWords()
    try:
        # Imported here: a client without any extra installed can submit, too.
        from plancritic.domains.published import PublishedDomains
    except ModuleNotFoundError:
        return TimeWords()
    try:
        unit = (await PublishedDomains(client.bus).bundle(ended.problem)).context.time
    except ContractError:
        return TimeWords()
    return TimeWords(unit.singular, unit.plural)
