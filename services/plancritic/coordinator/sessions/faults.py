"""Why an action on a session is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.identifiers import candidates
from plancritic.contracts.sessions import Revision, StatementInForce, StatementNotInForce
from plancritic.contracts.specification import ProblemReference


def stale(session: str, named: str | None, newest: Revision | None) -> ContractError:
    """Return the refusal of what is about another revision than the newest."""
    now = "it has none" if newest is None else f"that is {newest.id}{_origin(newest)}"
    # Who names no revision speaks of a session that had no plan yet.
    told = (
        f"revision {named} is not the newest of session {session}" if named else f"session {session} has a newer plan"
    )
    return ContractError(
        Fault(
            code=FaultCode.STALE_REVISION,
            message=f"{told}: {now}",
            remedy=f"look at it with `plancritic session show {session}`, then say it again",
        )
    )


def other_problem(head: Revision, problem: ProblemReference) -> ContractError:
    """Return the refusal of feedback about another problem than its session's, or another version of the domain."""
    known = head.problem
    if (known.domain, known.problem) == (problem.domain, problem.problem):
        why = f"the domain {known.domain!r} was published again since revision {head.id}"
    else:
        why = f"the session is about {known.domain} {known.problem}, not {problem.domain} {problem.problem}"
    return ContractError(
        Fault(
            code=FaultCode.OTHER_PROBLEM,
            message=f"session {head.session} cannot go on: {why}",
            remedy="begin another session with `plancritic submit --new`, or name one with --session",
        )
    )


def not_in_force(named: Sequence[str], known: Sequence[StatementInForce]) -> ContractError:
    """Return the refusal to drop statements that are not in force."""
    return ContractError(
        Fault(
            code=FaultCode.UNKNOWN_NAME,
            message=f"no statement {', '.join(named)} is in force in this session",
            remedy=f"in force: {listed(known)}" if known else "nothing is in force",
        )
    )


def several_statements(said: str, found: Sequence[StatementInForce]) -> ContractError:
    """Return the refusal of words that may mean several statements."""
    return ContractError(
        Fault(
            code=FaultCode.AMBIGUOUS_NAME,
            message=f"{said!r} matches {len(found)} statements; nothing was changed",
            remedy=f"name one by its id or its words: {listed(found)}",
        )
    )


def several_places(said: str, found: Sequence[tuple[StatementInForce | StatementNotInForce, str]]) -> ContractError:
    """Return the refusal of words that may mean several names in statements; `found` has each with its statement."""
    told = "; ".join(f"{name!r} in {each.statement.id} ({each.statement.text!r})" for each, name in found)
    return ContractError(
        Fault(
            code=FaultCode.AMBIGUOUS_NAME,
            message=f"{said!r} may mean {len(found)} places; nothing was changed",
            remedy=f'say which, as in "waypoint B instead of waypoint A": {told}',
        )
    )


def no_such_session(session: str, latest: Sequence[str]) -> ContractError:
    """Return the answer that no session begins so."""
    known = f"; the latest are {candidates(latest)}" if latest else ""
    return ContractError(
        Fault(
            code=FaultCode.UNKNOWN_NAME,
            message=f"no session {session!r} is known",
            remedy=f"`plancritic session list` lists them{known}",
        )
    )


def no_such_revision(session: str, revision: str) -> ContractError:
    """Return the answer that a session has no such revision, or no longer."""
    return ContractError(
        Fault(
            code=FaultCode.UNKNOWN_NAME,
            message=f"session {session} has no revision {revision!r}",
            remedy=f"`plancritic session show {session}` lists them; each is kept 30 days",
        )
    )


def nothing_to_undo(head: Revision) -> ContractError:
    """Return the refusal to go back beyond the first revision, or to a reading that the person has rejected."""
    if head.passed_over:
        return ContractError(
            Fault(
                code=FaultCode.NOTHING_TO_UNDO,
                message="what came before has a reading that you rejected, so it does not hold again; nothing was "
                "changed",
                remedy=f"drop a statement instead: {listed(head.in_force)}" if head.in_force else "say what you mean",
            )
        )
    return ContractError(
        Fault(
            code=FaultCode.NOTHING_TO_UNDO,
            message=f"there is nothing before revision {head.id} of session {head.session}",
            remedy="drop its statements instead, or begin another session",
        )
    )


def nothing_said() -> ContractError:
    """Return the refusal of feedback that neither says nor drops anything."""
    return ContractError(
        Fault(
            code=FaultCode.EMPTY_FEEDBACK,
            message="no statement was given, and none to drop",
            remedy='give at least one, such as "Visit waypoint A first."',
        )
    )


def nothing_before(session: str) -> ContractError:
    """Return the refusal to go back in a session that has no revision."""
    return ContractError(
        Fault(
            code=FaultCode.NOTHING_TO_UNDO,
            message=f"nothing said in session {session} has come into force yet, so there is nothing to take back",
            remedy="say what the plan should be like; `plancritic session list` lists the sessions",
        )
    )


def nothing_to_accept(session: str) -> ContractError:
    """Return the refusal to accept a plan in a session that has no revision."""
    return ContractError(
        Fault(
            code=FaultCode.EMPTY_FEEDBACK,
            message=f"session {session} has no revision yet, so there is nothing to accept",
            remedy="say what the plan should be like first",
        )
    )


def drop_beside_acceptance() -> ContractError:
    """Return the refusal to accept a plan and drop one of its statements in one turn."""
    return ContractError(
        Fault(
            code=FaultCode.INVALID_MESSAGE,
            message="you accept the plan and drop a statement in one turn; nothing was changed",
            remedy="drop the statement first, then accept the new plan",
        )
    )


def cannot_restore(revision: Revision) -> ContractError:
    """Return the refusal to show a plan again that the judges accept no longer."""
    return ContractError(
        Fault(
            code=FaultCode.INVALID_PLAN,
            message=f"the judges no longer accept the plan of revision {revision.id}",
            remedy=f"`plancritic session branch {revision.session} --revision {revision.number}` continues from it "
            "anyway",
        )
    )


def session_taken(session: str) -> ContractError:
    """Return the refusal to branch into a session that is there already."""
    return ContractError(
        Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"session {session!r} already exists",
            remedy="choose another name for the new session",
        )
    )


def listed(entries: Iterable[StatementInForce]) -> str:
    """Return statements as a person may name them."""
    return candidates([f"{each.statement.id} ({each.statement.text!r})" for each in entries])


def _origin(revision: Revision) -> str:
    if revision.run is not None:
        return f", made by run {revision.run}"
    return f", made by {revision.made_by}"
