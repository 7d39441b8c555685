"""What came of a deviation, in sentences: what happened, which step cannot go on and why, and what replaces it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from plancritic.contracts.execution.record import Execution, Observation
from plancritic.english.lists import enumerated
from plancritic.pddl.execution import History, Observed, execute, rest_of
from plancritic.pddl.execution.states import Violation
from plancritic.pddl.language import Plan, Step, parse_plan, read_fact, read_fluent
from plancritic.wording.conditions import quantity
from plancritic.wording.lexicon import Lexicon
from plancritic.wording.pddl_in_sentences import condition_clauses, sentence_in_words
from plancritic.wording.steps import step_sentence

#: So many steps, or facts, are named; the rest is counted.
_MOST_NAMED = 4
_WHEN = {"at start": " when it begins", "at end": " when it ends", "over all": " all the time"}


def execution_sentences(
    before: str, after: str, execution: Execution, lexicon: Lexicon, known: int = 0
) -> tuple[str, ...]:
    """Return what a deviation came to: `before` and `after` are the plans without it and with it.

    `execution` is what is known after it; the first `known` of its observations were known before it.

    Raises:
        PddlSyntaxError: a plan or a fact is none of the problem.
    """
    old, new = parse_plan(before), parse_plan(after)
    seen = execution.observations[known:]
    late = {each.step for each in seen if each.step is not None and each.late_by is not None}
    history = _history(execution, lexicon)
    # A late step is not in the plan any more: what it does is known.
    left = Plan(tuple(step for step in old.steps if step.ground not in late or step in history.done.steps))
    return (
        *_happened(seen, old, lexicon),
        *_obstacle(old, left, history, lexicon),
        *_replaced(left, new, history, lexicon),
    )


def _history(execution: Execution, lexicon: Lexicon) -> History:
    problem = lexicon.problem
    observed = tuple(
        Observed(
            each.time,
            frozenset(read_fact(fact, problem) for fact in each.true),
            frozenset(read_fact(fact, problem) for fact in each.false),
            {read_fluent(fluent, problem): value for fluent, value in each.values.items()},
        )
        for each in execution.observations
    )
    return History(problem, parse_plan(execution.done), observed, execution.now)


def _happened(seen: Sequence[Observation], old: Plan, lexicon: Lexicon) -> Iterator[str]:
    told: set[str] = set()
    for each in seen:
        if each.step is None:
            facts = list(_facts(each, lexicon))
            if each.reason and not any(other.step is not None for other in seen):
                yield f"Reported: {each.reason.rstrip('.')}."
            if facts:
                yield f"Seen at {lexicon.amount_of_time(each.time)}: {_some(facts)}."
            continue
        if each.step in told:
            continue
        told.add(each.step)
        name = _named(each.step, old, lexicon)
        if each.late_by is None:
            yield f"{name} was broken off."
        else:
            end = lexicon.amount_of_time(max(other.time for other in seen if other.step == each.step))
            by = lexicon.amount_of_time(each.late_by)
            yield f"{name} ends {by} late, at {end}. Nothing else begins before that."


def _facts(seen: Observation, lexicon: Lexicon) -> Iterator[str]:
    for facts, form in ((seen.true, "holds"), (seen.false, "fails")):
        for text in facts:
            yield lexicon.fact(read_fact(text, lexicon.problem), form)
    for text, value in seen.values.items():
        yield f"{quantity(read_fluent(text, lexicon.problem), lexicon)} is {value:g}"


def _obstacle(old: Plan, left: Plan, history: History, lexicon: Lexicon) -> Iterator[str]:
    """Whether what is left of the plan can go on, and where it cannot."""
    continued = history.continued(left)
    if continued is None:
        return
    plan = parse_plan(continued)
    trajectory = execute(history.amended, plan)
    done = Counter(history.done.steps)
    fault = next(
        (each for each in trajectory.faults if each.index is not None and plan.steps[each.index] not in done), None
    )
    if fault is not None and fault.step is not None:
        yield f"{_named(fault.step, old, lexicon)} cannot go on as planned: {_missing(fault, lexicon)}."
    elif not trajectory.goal_met:
        yield "What is left of the plan no longer reaches the goal."
    elif rest_of(history.done, 0.0, left):
        starts = min(step.start for step in plan.steps if step not in done)
        yield f"What is left of the plan can be done as it was planned, from {lexicon.amount_of_time(starts)} on."


def _missing(fault: Violation, lexicon: Lexicon) -> str:
    """Why a step cannot be done: the fact that it needs and that is not so."""
    clauses = condition_clauses(fault.needed, lexicon)
    if fault.kind in ("condition", "invariant") and clauses:
        when = _WHEN.get(fault.moment, "")
        return f"it needs that {enumerated(list(clauses))}{when}, and that is not so"
    return sentence_in_words(f"it needs {fault.needed}, and there is {fault.actual}", lexicon)


def _replaced(left: Plan, new: Plan, history: History, lexicon: Lexicon) -> Iterator[str]:
    """Which steps were left out, and which take their place."""
    old_rest, new_rest = rest_of(history.done, 0.0, left), rest_of(history.done, 0.0, new)
    if old_rest is None or new_rest is None:
        return
    gone = Counter(step.ground for step in old_rest) - Counter(step.ground for step in new_rest)
    come = Counter(step.ground for step in new_rest) - Counter(step.ground for step in old_rest)
    if gone:
        yield f"Left out: {_some(_clauses(old_rest, gone, lexicon))}."
    if come:
        yield f"{'Instead' if gone else 'Added'}: {_some(_clauses(new_rest, come, lexicon))}."


def _clauses(steps: Iterable[Step], wanted: Counter[str], lexicon: Lexicon) -> list[str]:
    """The steps that are wanted as clauses with their starts, in their order."""
    left = wanted.copy()
    found = []
    for step in steps:
        if left[step.ground] > 0:
            left[step.ground] -= 1
            sentence = lexicon.sentence_of_action(step.action, step.arguments)
            found.append(f"{sentence} (from {lexicon.time_text(step.start)})")
    return found


def _named(ground: str, plan: Plan, lexicon: Lexicon) -> str:
    """A step by its number in the plan before, and in words."""
    for number, step in plan.numbered():
        if step.ground == ground:
            return f"Step {number} ({step_sentence(step, lexicon).rstrip('.')})"
    return sentence_in_words(ground, lexicon)


def _some(texts: Sequence[str]) -> str:
    if len(texts) <= _MOST_NAMED:
        return "; ".join(texts)
    return f"{'; '.join(texts[: _MOST_NAMED - 1])}; and {len(texts) - _MOST_NAMED + 1} more"
