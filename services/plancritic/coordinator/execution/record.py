"""What a session keeps of its execution, as the value that planning goes by."""

from __future__ import annotations

from plancritic.contracts.execution.record import Execution, Observation
from plancritic.coordinator.execution.faults import past_changed, unsupported_preferences
from plancritic.pddl.execution import History, Observed, rest_of
from plancritic.pddl.language import Plan, Problem, parse_plan, read_fact, read_fluent


def history_of(problem: Problem, execution: Execution) -> History:
    """Return the history of a problem of which so much was executed.

    Raises:
        ContractError: the problem has preferences on trajectories.
        PddlSyntaxError: a fact is none of the problem.
    """
    if problem.constraint_preferences:
        raise unsupported_preferences()
    observed = tuple(_observed(problem, each) for each in execution.observations)
    return History(problem, parse_plan(execution.done, filename="steps done"), observed, execution.now)


def _observed(problem: Problem, observation: Observation) -> Observed:
    return Observed(
        observation.time,
        frozenset(read_fact(each, problem) for each in observation.true),
        frozenset(read_fact(each, problem) for each in observation.false),
        {read_fluent(each, problem): value for each, value in observation.values.items()},
    )


def observation_of(
    observed: Observed, reason: str = "", step: str | None = None, late_by: float | None = None
) -> Observation:
    """Return what was observed as a session keeps it."""
    return Observation(
        time=observed.time,
        true=tuple(sorted(map(str, observed.added))),
        false=tuple(sorted(map(str, observed.deleted))),
        values={str(fluent): value for fluent, value in sorted((observed.values or {}).items(), key=str)},
        reason=reason,
        step=step,
        late_by=late_by,
    )


def done_in(execution: Execution | None) -> Plan:
    """Return the steps done or begun."""
    return parse_plan(execution.done if execution is not None else "")


def kept_execution(known: Execution | None, own: Execution | None, plan: str, what: str) -> Execution | None:
    """Return the execution to keep with a plan that was made when `own` was known, given what is `known` now.

    Raises:
        ContractError: the plan contradicts what became known since.
    """
    if known is None:
        return own
    made_with = own or Execution(now=0.0)
    if made_with.now >= known.now and made_with.observations[: len(known.observations)] == known.observations:
        return own
    if made_with.observations != known.observations or rest_of(done_in(known), known.now, parse_plan(plan)) is None:
        raise past_changed(what)
    return known
