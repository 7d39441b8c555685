"""Sheets for writers: a situation, a plan in steps, and what is to come out as a table, never as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancritic.laboratory.adherence.training.questions.question import Quantified, Question
from plancritic.laboratory.reading.corpus.meanings import Meaning
from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or, Plan
from plancritic.wording import Lexicon, plan_steps

#: The columns "when" and "what" of each type; {0} and {1} are conditions, {a} and {b} times.
_TABLE = {
    ConstraintType.ALWAYS: "all the time | {0}",
    ConstraintType.SOMETIME: "at least once, any time | {0}",
    ConstraintType.AT_END: "when everything is finished | {0}",
    ConstraintType.AT_MOST_ONCE: "one stretch of time at most, perhaps none | {0}",
    ConstraintType.WITHIN: "at least once, at or before {a} | {0}",
    ConstraintType.HOLD_AFTER: "from {a} on, without a break | {0}",
    ConstraintType.HOLD_DURING: "from {a} to {b}, without a break | {0}",
    ConstraintType.SOMETIME_BEFORE: "order: first (1), only then (2); (2) may never happen | (1) {1}  (2) {0}",
    ConstraintType.SOMETIME_AFTER: "each time (1) is so, (2) is so then or later | (1) {0}  (2) {1}",
    ConstraintType.ALWAYS_WITHIN: "each time (1) is so, (2) is so within {a} of it | (1) {0}  (2) {1}",
}


def situation(lexicon: Lexicon, plan: Plan, labels: Mapping[str, str]) -> str:
    """Return what a writer sees of a problem: the world, its things and facts, and the plan in steps."""
    problem = lexicon.problem
    lines = [f"# {lexicon.context.title}", "", lexicon.context.description.strip(), "", "Things:"]
    for name, entry in sorted(lexicon.context.types.items()):
        members = [each for each in problem.objects if problem.objects[each] == name]
        if members:
            lines.append(f"- {entry.singular}: {', '.join(lexicon.name(each) for each in members)}")
    lines += ["", "Facts of the tables:"]
    for name, fact in sorted(lexicon.context.predicates.items()):
        if fact.changes:
            letters = ", ".join("ABC"[: len(problem.domain.predicates[name])])
            lines.append(f"- {labels.get(name, name)} [{letters}] means: {_with_letters(fact.holds)}")
    lines += ["", f"The plan that is on the table (start in {lexicon.context.time.plural}):"]
    lines += [f"{step.number:3d}. {step.start:.2f}  {step.sentence}" for step in plan_steps(plan, lexicon)]
    return "\n".join(lines)


def _with_letters(template: str) -> str:
    for place, letter in enumerate("ABC"):
        template = template.replace(f"{{{place}}}", letter)
    return template


def table(meaning: Meaning, lexicon: Lexicon, labels: Mapping[str, str]) -> str:
    """Return the rows of what is to come out, without a sentence that could be copied.

    `labels` are the names that predicates have in the rows, where the PDDL name would mislead ("not_blocked").
    """
    question = meaning.question
    parts = question.parts or (question,)
    rows = "\n".join(_rows(part, lexicon) for part in parts)
    for name, label in labels.items():
        rows = rows.replace(f"{name} [", f"{label} [")
    return rows


def _rows(question: Question, lexicon: Lexicon) -> str:
    group = question.quantified
    if group is None:
        return "\n".join(_row(each, lexicon, None) for each in question.constraints)
    members = [lexicon.name(each) for each in group.members(lexicon)]
    whole = len(group.exceptions) == 0
    noun = lexicon.context.types[group.type].plural if group.type in lexicon.context.types else "things"
    title = f"all {noun}" if whole else f"all {noun} except {', '.join(map(lexicon.name, group.exceptions))}"
    if group.group is not None:
        title = "these"
    if group.mode == "any":
        return _row(question.constraints[0], lexicon, f"any one of {title} ({', '.join(members)})", group)
    return _row(question.constraints[0], lexicon, f"each of {title} ({', '.join(members)})", group)


def _row(constraint: Constraint, lexicon: Lexicon, group: str | None, quantified: Quantified | None = None) -> str:
    unit = lexicon.context.time.singular
    times = [f"{unit} {bound:g}" for bound in constraint.bounds]
    if constraint.type is ConstraintType.ALWAYS_WITHIN:
        times = [f"{bound:g} {lexicon.context.time.plural}" for bound in constraint.bounds]
    first = constraint.conditions[0]
    if quantified is not None and isinstance(first, Or):
        first = first.conditions[0]
    said = [
        _condition(first, lexicon, None if quantified is None else (quantified.place, group or "")),
        *(_condition(each, lexicon) for each in constraint.conditions[1:]),
    ]
    named = dict(zip("ab", times, strict=False))
    return "| " + _TABLE[constraint.type].format(*said, **named) + " |"


def _condition(condition: Condition, lexicon: Lexicon, group: tuple[int, str] | None = None) -> str:
    match condition:
        case Atom():
            names = [lexicon.name(each) for each in condition.arguments]
            if group is not None:
                names[group[0]] = f"<{group[1]}>"
            return f"{condition.predicate} [{', '.join(names)}]"
        case Not():
            return f"NOT {_condition(condition.condition, lexicon, group)}"
        case Or():
            return " OR ".join(_condition(each, lexicon) for each in condition.conditions)
        case And():
            return " AND (at the same time) ".join(_condition(each, lexicon) for each in condition.conditions)
    raise ValueError(f"no row for {condition}")


def sheet(lexicon: Lexicon, plan: Plan, cards: Sequence[tuple[str, str]], labels: Mapping[str, str]) -> str:
    """Return a writer's whole sheet; `cards` are ids with their tables."""
    lines = [situation(lexicon, plan, labels), "", "## Cards", ""]
    for name, rows in cards:
        lines += [f"### {name}", "| when | what |", rows, ""]
    return "\n".join(lines)
