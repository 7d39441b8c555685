"""The result of a run that has ended with a plan, by the beginning of its id or as the newest one."""

from __future__ import annotations

from plancritic.client import PlancriticClient, RunNotEnded
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised


async def ended_run(client: PlancriticClient, beginning: str) -> PlanRevised:
    """Return the end of the one run whose id begins so.

    Raises:
        CommandFault: the run goes on (exit code 1), or it was refused and has no plan (2).
        UnknownIdentifier, AmbiguousIdentifier: there is no such run, or several.
    """
    try:
        ended = await client.result_of(beginning)
    except RunNotEnded as error:
        raise CommandFault(error.fault, ExitCode.OTHER_VERDICT) from None
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault, ExitCode.BAD_INPUT)
    return ended


async def newest_run(client: PlancriticClient, session: str | None = None) -> PlanRevised:
    """Return the end of the newest run that ended with a plan: of the session whose id begins so, or of all.

    Raises:
        CommandFault: no such run is known (exit code 2).
    """
    of = None if session is None else await client.find_session(session)
    for state in await client.latest_runs():
        if state.state == "ended" and of in (None, state.session):
            return await ended_run(client, state.run)
    where = "" if of is None else f" of session {of}"
    raise CommandFault(
        Fault(
            code=FaultCode.UNKNOWN_NAME,
            message=f"none of the latest runs{where} has ended with a plan",
            remedy="name a run (`plancritic status` lists them), or a domain: --domain NAME",
        ),
        ExitCode.BAD_INPUT,
    )
