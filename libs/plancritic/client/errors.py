"""What can go wrong for a client of the services; every error is a typed fault with its remedy."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.identifiers import Named, candidates
from plancritic.contracts.service import RunState
from plancritic.contracts.sessions import StatementInForce


class InvalidFeedback(ContractError):
    """The feedback breaks the contract; it was not sent."""

    def __init__(self, code: FaultCode, message: str, remedy: str) -> None:
        super().__init__(Fault(code=code, message=message, remedy=remedy))


class BrokerRefused(ContractError):
    """The broker answered a request with an error of its own."""

    def __init__(self, url: str, reason: str) -> None:
        self.url = url
        self.reason = reason
        super().__init__(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"the broker at {url} refused: {reason}",
                remedy="read the broker's log; `plancritic provision` creates missing streams",
            )
        )


class ServicesMissing(ContractError):
    """No ready copy of these services answered in time.

    `run` names the run that waits for them, if any: it stays submitted.
    """

    def __init__(self, services: Sequence[str], url: str, seconds: float, run: str | None = None) -> None:
        self.services = tuple(services)
        self.url = url
        self.seconds = seconds
        self.run = run
        kept = ""
        if run is not None:
            kept = f"; run {run} stays submitted and goes on once they answer; `plancritic show {run[:8]}` shows it"
        super().__init__(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"no ready copy of {', '.join(services)} answers on {url} (waited {seconds:g} s)",
                remedy=f"start all with `make up`, or one copy with `python -m plancritic.{services[0]}`; "
                f"where they are started on demand, raise PLANCRITIC_SERVICE_TIMEOUT{kept}",
            )
        )


class RunGivenUp(ContractError):
    """The end of a run did not come in the time that a run may take; the run itself may go on."""

    def __init__(self, run: str, reason: str) -> None:
        self.run = run
        self.reason = reason
        super().__init__(
            Fault(
                code=FaultCode.DEADLINE_EXCEEDED,
                message=f"the run {run} {reason}",
                remedy="`plancritic status` shows which services run and how far the run is",
            )
        )


class RunNotEnded(ContractError):
    """The result of a run was asked for, and the run has none yet."""

    def __init__(self, state: RunState) -> None:
        self.run = state.run
        self.generation = state.generation
        under_way = f"it is at generation {state.generation}" if state.kind == "feedback" else "it is under way"
        where = "it waits for a free copy" if _waits_in_queue(state) else under_way
        super().__init__(
            Fault(
                code=FaultCode.DEADLINE_EXCEEDED,
                message=f"the run {state.run} has not ended: {where}",
                remedy=f"wait for its end (`plancritic watch --run {state.run[:12]}` shows it), or end it with "
                f"`plancritic cancel {state.run[:12]}`",
            )
        )


class NoPlanOfRun(ContractError):
    """The plan of a run was asked for that is not about a plan."""

    def __init__(self, state: RunState) -> None:
        self.run = state.run
        about = "makes models of a description" if state.kind == "modelling" else "repairs a domain"
        super().__init__(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"the run {state.run} {about}: it has no revised plan",
                remedy=f"`plancritic show {state.run[:12]}` shows its result",
            )
        )


class EndNotRecorded(ContractError):
    """A run has ended, but the recording has lost its end."""

    def __init__(self, run: str) -> None:
        self.run = run
        super().__init__(
            Fault(
                code=FaultCode.UNKNOWN_NAME,
                message=f"the result of run {run} is no longer stored",
                remedy="submit the feedback again; the same --seed gives the same plan",
            )
        )


class InvalidIdentifier(ContractError):
    """A text cannot be an identifier, nor the beginning of one."""

    def __init__(self, text: str, named: Named) -> None:
        self.text = text
        super().__init__(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"{text!r} is not a valid {named} id",
                remedy="use at most 64 letters, digits, - and _",
            )
        )


class UnknownIdentifier(ContractError):
    """No known identifier begins so; `known` are the latest."""

    def __init__(self, beginning: str, known: Sequence[str], named: Named) -> None:
        self.beginning = beginning
        self.known = tuple(known)
        latest = f"; the latest are {candidates(known)}" if known else ""
        super().__init__(
            Fault(
                code=FaultCode.UNKNOWN_NAME,
                message=f"no {named} {beginning!r} is known",
                remedy=f"`plancritic status` lists the latest runs with their sessions{latest}",
            )
        )


class UnknownLibrary(ContractError):
    """No modelling run that came to an end, and no kept library of action schemas, has an id that begins so."""

    def __init__(self, beginning: str) -> None:
        self.beginning = beginning
        super().__init__(
            Fault(
                code=FaultCode.UNKNOWN_NAME,
                message=f"no run that ended with a library and no library begins with {beginning!r}",
                remedy="`plancritic schema list` shows the libraries, `plancritic status` the latest runs",
            )
        )


class RunsUnknown(ContractError):
    """Runs begin so, and runs of feedback may too: who knows those does not answer."""

    def __init__(self, beginning: str, known: Sequence[str], reason: str) -> None:
        self.beginning = beginning
        self.known = tuple(known)
        super().__init__(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"feedback runs cannot be looked up, and one may begin with {beginning!r}: {reason}",
                remedy=f"start a coordinator with `make up`, or give the whole id: {candidates(known)}",
            )
        )


class UnknownStatement(ContractError):
    """No statement in force has this id, or words that begin so."""

    def __init__(self, named: str, in_force: Sequence[StatementInForce]) -> None:
        self.named = named
        super().__init__(
            Fault(
                code=FaultCode.UNKNOWN_NAME,
                message=f"no statement {named!r} is in force in this session",
                remedy=f"in force: {_statements(in_force)}" if in_force else "nothing is in force",
            )
        )


class AmbiguousStatement(ContractError):
    """Several statements in force begin so."""

    def __init__(self, named: str, found: Sequence[StatementInForce]) -> None:
        self.named = named
        self.found = tuple(each.statement.id for each in found)
        super().__init__(
            Fault(
                code=FaultCode.AMBIGUOUS_NAME,
                message=f"{named!r} matches {len(found)} statements",
                remedy=f"name one by its id: {_statements(found)}",
            )
        )


def _waits_in_queue(state: RunState) -> bool:
    return state.kind != "feedback" and state.state == "waiting"


def _statements(entries: Sequence[StatementInForce]) -> str:
    return candidates([f"{each.statement.id} ({each.statement.text!r})" for each in entries])
