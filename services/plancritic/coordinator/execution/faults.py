"""Why a report of execution is refused."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.pddl.language import Step, did_you_mean, known_names
from plancritic.pddl.language import number_text as exact_text

_OR_DEVIATED = "or report the actual state instead: `plancritic execution deviated`"


def number_text(time: float) -> str:
    """Return a time without the last digits of a sum of floats."""
    return exact_text(round(time, 3))


def _refused(code: FaultCode, message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=code, message=message, remedy=remedy))


def time_passed(time: float, now: float) -> ContractError:
    """Return the refusal of a time before what is known."""
    message = f"{number_text(time)} is in the past: the execution is known up to {number_text(now)}"
    return _refused(FaultCode.TIME_PASSED, message, f"report a time from {number_text(now)} on")


def no_such_step(number: int, action: str | None, actions: Sequence[str], last: int) -> ContractError:
    """Return the answer that the plan has no such step; `actions` are those of the number."""
    if not actions or action is None:
        message = f"the plan has no step {number}"
        remedy = f"its steps are numbered from 1 to {last}" if last else "the plan has no steps"
    else:
        message = f"step {number} is not {action}{did_you_mean(action, actions)}"
        remedy = known_names("action", action, actions)
    return _refused(FaultCode.UNKNOWN_NAME, message, remedy)


def nothing_reported() -> ContractError:
    """Return the refusal of a deviation in which nothing differs from what was expected."""
    message = "nothing differs from what the plan expects at this time"
    return _refused(FaultCode.INVALID_MESSAGE, message, "report the steps done: `plancritic execution progressed`")


def not_over(step: Step, time: float) -> ContractError:
    """Return the refusal to take a step for done that the plan ends later."""
    message = f"{step.ground} ends at {number_text(step.end)} by the plan, after {number_text(time)}"
    remedy = f"report it as begun, or at a time from {number_text(step.end)} on"
    return _refused(FaultCode.PAST_CONTRADICTED, message, remedy)


def not_begun(step: Step, time: float) -> ContractError:
    """Return the refusal to take a step for begun that the plan begins later."""
    message = f"{step.ground} begins at {number_text(step.start)} by the plan, after {number_text(time)}"
    remedy = f"report a time from {number_text(step.start)} on, {_OR_DEVIATED}"
    return _refused(FaultCode.PAST_CONTRADICTED, message, remedy)


def overdue(step: Step, number: int, time: float) -> ContractError:
    """Return the refusal of progress that leaves out a step that the plan has ended by then."""
    message = (
        f"step {number}, {step.ground}, ends at {number_text(step.end)} by the plan, and is not reported as done by "
        f"{number_text(time)}"
    )
    return _refused(FaultCode.PAST_CONTRADICTED, message, f"report it as done too, {_OR_DEVIATED}")


def told_twice(step: Step) -> ContractError:
    """Return the refusal of a step that is reported as late and also as something else."""
    message = f"{step.ground} is reported as late and also as something else"
    return _refused(FaultCode.INVALID_MESSAGE, message, "report only one of them")


def done_already(step: Step) -> ContractError:
    """Return the refusal to take a step back that was reported as done."""
    message = f"{step.ground} was reported as done"
    return _refused(FaultCode.PAST_CONTRADICTED, message, "report the state as it is now, and leave the step out")


def under_way(steps: Sequence[tuple[int, Step]], time: float) -> ContractError:
    """Return the refusal of an observation while steps are under way."""
    named = "; ".join(f"step {number}, {step.ground}, until {number_text(step.end)}" for number, step in steps)
    message = f"at {number_text(time)} the plan has steps under way: {named}"
    latest = max(step.end for _, step in steps)
    remedy = (
        f"report the state at {number_text(latest)} or later, when they have ended; or name those that go on "
        "(--under-way), were broken off (--broken-off) or never begun (--not-done)"
    )
    return _refused(FaultCode.STEP_UNDER_WAY, message, remedy)


def cannot_have_been(why: str) -> ContractError:
    """Return the refusal of steps that cannot have been done, given the others."""
    message = f"the steps cannot have been done as reported: {why}"
    return _refused(FaultCode.PAST_CONTRADICTED, message, "name the steps that were not done or were broken off")


def contradicted(fact: str) -> ContractError:
    """Return the refusal of a fact that is reported twice over."""
    return _refused(FaultCode.INVALID_MESSAGE, f"{fact} is reported as true and as false", "report only one of them")


def not_finite(fluent: str) -> ContractError:
    """Return the refusal of a number that is too large, or none."""
    message = f"the value of {fluent} is not a number, or too large"
    return _refused(FaultCode.INVALID_MESSAGE, message, "report a finite number")


def too_many_facts(count: int, most: int) -> ContractError:
    """Return the refusal of too large a state."""
    message = f"{count} facts and numbers are more than {most}"
    return _refused(FaultCode.PAYLOAD_TOO_LARGE, message, "report only what differs from the expected state")


def unsupported_preferences() -> ContractError:
    """Return the refusal of a problem whose own constraints are preferences."""
    message = "the problem has PDDL preferences on trajectories, which cannot take account of what already happened"
    return _refused(FaultCode.INVALID_MESSAGE, message, "submit them as statements of strength should or nice")


def goal_out_of_reach(why: str) -> ContractError:
    """Return the end of a run after a deviation from which no plan reaches the goal."""
    message = f"no plan from here reaches the goal: {why}"
    remedy = "report the state again once it has changed; this report was not kept"
    return _refused(FaultCode.NO_BASE_PLAN, message, remedy)


def plan_refused(ruling: str, why: str) -> ContractError:
    """Return the end of a run whose plan the judges do not accept."""
    message = f"the plan found for the rest is {ruling} by the judges: {why}"
    return _refused(FaultCode.INVALID_PLAN, message, "report the deviation again, with a longer --deadline")


def past_changed(what: str) -> ContractError:
    """Return the refusal of what would change what was done."""
    remedy = "say how the rest should be, or drop statements: `plancritic session drop`"
    return _refused(
        FaultCode.PAST_CONTRADICTED, f"{what} contradicts the part of the plan that is already done", remedy
    )


def deadline_over(seconds: float) -> ContractError:
    """Return the end of a run that found no plan in time."""
    message = f"no plan for the rest was found within {number_text(seconds)} s"
    return _refused(FaultCode.DEADLINE_EXCEEDED, message, "report the deviation again, with a longer --deadline")
