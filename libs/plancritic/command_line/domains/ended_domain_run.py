"""What came of a run of modelling or of refinement."""

from __future__ import annotations

from plancritic.client import PlancriticClient, RunNotEnded
from plancritic.command_line.domains.modelled import show_modelled
from plancritic.command_line.domains.refining import show_refined
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.terminal import Console
from plancritic.contracts.modelling.messages import DomainModelled
from plancritic.contracts.refinement.messages import DomainRefined
from plancritic.contracts.service import RunState

DomainEnd = DomainModelled | DomainRefined


async def ended_domain_run(client: PlancriticClient, state: RunState) -> DomainEnd:
    """Return the end of a run of modelling or of refinement.

    Raises:
        CommandFault: it goes on (exit code 1), or it was refused or cancelled (2).
        EndNotRecorded: the recording does not go back to its end.
    """
    try:
        ended = await client.end_of_domain_run(state)
    except RunNotEnded as error:
        raise CommandFault(error.fault, ExitCode.OTHER_VERDICT) from None
    if isinstance(ended, DomainEnd):
        return ended
    raise CommandFault(ended.fault, ExitCode.BAD_INPUT)


def show_domain_run(console: Console, ended: DomainEnd, verbose: bool = False) -> None:
    """Print what came of a run; `verbose`: also the refined domain. Of models the commands to make one are shown."""
    if isinstance(ended, DomainModelled):
        show_modelled(console, ended)
        return
    show_refined(console, ended)
    if verbose:
        console.print(ended.domain)
    else:
        console.print(f"The domain itself: plancritic show {ended.envelope.correlation_id[:12]} -v")
