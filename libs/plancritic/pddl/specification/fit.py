"""Whether a constraint fits a problem: known names, right types, values that exist, and a size that can be handled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plancritic.pddl.language import (
    MOST_PARTS,
    TOO_LARGE,
    And,
    Atom,
    Comparison,
    Condition,
    Constraint,
    ConstraintType,
    Exists,
    ForAll,
    Misfit,
    Not,
    Or,
    Parameter,
    PddlSyntaxError,
    PlanBound,
    Problem,
    UndefinedValueError,
    comparisons,
    count_text,
    did_you_mean,
    fluents,
    form_complaints,
    holds,
    known_names,
    plan_bound,
    remedy_of,
    too_large_message,
)


def check_constraint(constraint: Constraint, problem: Problem) -> tuple[Misfit, ...]:
    """Return what is wrong with a constraint on a problem, in words; empty if it is well-formed.

    Looks at the shape (`form_complaints`), at each predicate, fluent and object (known, right number of arguments,
    right types), and at comparisons that surely have no value.
    """
    bound = plan_bound(constraint)
    if bound is not None:
        return (*form_complaints(constraint), *_measure_complaints(bound, problem))
    complaints = list(form_complaints(constraint))
    for condition in constraint.conditions:
        complaints.extend(_name_complaints(condition, problem, {}))
    size = constraint.parts(problem.objects_of_any)
    if size > MOST_PARTS:
        complaints.append(_too_large(size, MOST_PARTS))
    if not complaints:
        complaints.extend(_value_complaints(constraint, problem))
    return tuple(dict.fromkeys(complaints))


def _measure_complaints(bound: PlanBound, problem: Problem) -> Iterator[Misfit]:
    name = bound.measure.predicate
    if name in problem.domain.functions:
        wrong = f"the domain declares a function {name}, which means a measure of the whole plan here"
        yield Misfit(wrong, "constraint.form", f"rename the domain's function {name}")


def misfit_error(misfits: Iterable[Misfit], file: str, line: int, column: int) -> PddlSyntaxError:
    """Return the error of a constraint with these misfits, at its place; its kind is that of the first."""
    found = tuple(misfits)
    remedy = "; ".join(dict.fromkeys(each.remedy for each in found))
    return PddlSyntaxError("; ".join(found), file, line, column, found[0].code, remedy)


def _too_large(size: int, bound: int) -> Misfit:
    """Return the misfit of constraints that have too many parts once their quantifiers are written out."""
    return Misfit(too_large_message(size, bound), TOO_LARGE, remedy_of(TOO_LARGE))


def _value_complaints(constraint: Constraint, problem: Problem) -> Iterator[Misfit]:
    """Yield comparisons that divide by zero or overflow in every state, or in the initial state of an `always`."""
    for comparison in comparisons(constraint.conditions):
        changes = any(fluent.predicate in problem.changing_functions for fluent in fluents(comparison))
        if changes and constraint.type is not ConstraintType.ALWAYS:
            continue
        try:
            # Of an `always` the condition is asked: the rest of it may decide.
            holds(constraint.conditions[0] if changes else comparison, problem.facts, problem.values)
        except UndefinedValueError as error:
            if error.is_arithmetic:
                when = "in the initial state, which it is about" if changes else "in every state"
                remedy = "multiply both sides of the comparison instead of dividing"
                yield Misfit(f"{error} {when}", "constraint.undefined", remedy)
        except ValueError:
            continue  # a quantifier: its instances are judged state by state


def _name_complaints(condition: Condition, problem: Problem, scope: dict[str, tuple[str, ...]]) -> Iterator[Misfit]:
    match condition:
        case ForAll() | Exists():
            yield from (
                _unknown("type", name, problem.domain.type_names)
                for parameter in condition.parameters
                for name in parameter.types
                if name not in problem.domain.type_names
            )
            inner = {parameter.name: parameter.types for parameter in condition.parameters}
            yield from _name_complaints(condition.condition, problem, {**scope, **inner})
        case Not():
            yield from _name_complaints(condition.condition, problem, scope)
        case And() | Or():
            for part in condition.conditions:
                yield from _name_complaints(part, problem, scope)
        case Comparison():
            for fluent in fluents(condition):
                yield from _term_complaints(fluent, "function", problem.domain.functions, problem, scope)
        case Atom("=", names):
            yield from (
                _unknown("object", name, problem.objects)
                for name in names
                if name not in problem.objects and name not in scope
            )
        case Atom():
            yield from _term_complaints(condition, "predicate", problem.domain.predicates, problem, scope)


def _term_complaints(
    term: Atom,
    kind: str,
    known: Mapping[str, tuple[Parameter, ...]],
    problem: Problem,
    scope: dict[str, tuple[str, ...]],
) -> Iterator[Misfit]:
    parameters = known.get(term.predicate)
    if parameters is None:
        yield _unknown(kind, term.predicate, known)
        return
    declared = f"it is declared as {_declaration(term.predicate, parameters)}"
    if len(parameters) != len(term.arguments):
        message = (
            f"{term.predicate} takes {count_text(len(parameters), 'argument')}, found {len(term.arguments)} in {term}"
        )
        yield Misfit(message, "constraint.arguments", declared)
        return
    for parameter, name in zip(parameters, term.arguments, strict=True):
        if name in scope:
            fits = any(problem.domain.is_subtype(own, wanted) for own in scope[name] for wanted in parameter.types)
            own_type = " or ".join(scope[name])
        elif name in problem.objects:
            fits = any(problem.is_a(name, wanted) for wanted in parameter.types)
            own_type = problem.objects[name]
        else:
            fitting = problem.objects_of(*parameter.types)
            yield _unknown("object", name, fitting or problem.objects)
            continue
        if not fits:
            wants = f"{term.predicate} wants {' or '.join(parameter.types)} in {term}"
            yield Misfit(f"{name} is of type {own_type}, {wants}", "constraint.arguments", declared)


def _unknown(what: str, name: str, known: Iterable[str]) -> Misfit:
    names = list(known)
    message = f"unknown {what} {name!r}{did_you_mean(name, names)}"
    return Misfit(message, "constraint.unknown_name", known_names(what, name, names))


def _declaration(name: str, parameters: Iterable[Parameter]) -> str:
    typed = [f"{each.name} - {' or '.join(each.types)}" for each in parameters]
    return f"({' '.join([name, *typed])})"
