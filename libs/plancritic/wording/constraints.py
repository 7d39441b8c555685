"""A constraint, or several together, as plain sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from plancritic.english.lists import enumerated
from plancritic.pddl.language import (
    TOTAL_TIME,
    Atom,
    Comparison,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    PddlSyntaxError,
    PlanBound,
    form_complaints,
    number_text,
    parse_constraint,
    plan_bound,
)
from plancritic.wording.conditions import change_clause, state_clause
from plancritic.wording.lexicon import Lexicon

#: Types where "every vessel" means the same as one constraint a vessel.
_FACTORED_STATES = {
    ConstraintType.ALWAYS,
    ConstraintType.AT_END,
    ConstraintType.HOLD_DURING,
    ConstraintType.HOLD_AFTER,
}
#: Types where "any vessel" in the first condition means the same as one constraint a vessel.
_FACTORED_TRIGGERS = {ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER, ConstraintType.ALWAYS_WITHIN}
_Phrases = Mapping[int, str]
#: Words that deny something, wherever a context has them in its words for a fact.
_DENIAL = re.compile(r"\b(?:not|no|never|nothing|nobody|none|nor|neither|without|cannot)\b|n't\b", re.IGNORECASE)


def constraint_sentence(constraint: Constraint, lexicon: Lexicon) -> str:
    """One constraint in words. Different constraints of one type have different sentences."""
    complaints = form_complaints(constraint)
    if complaints:
        return f"This is no well-formed constraint ({'; '.join(complaints)}): {constraint}"
    bound = plan_bound(constraint)
    if bound is not None:
        return _sentence(bound_clause(bound, lexicon))
    opening = _opening(constraint, lexicon)
    if opening is not None:
        return _sentence(f"{opening}, {state_clause(constraint.conditions[0], lexicon)}")
    return _sentence(_clause(constraint, lexicon, {}, {}))


def constraints_sentence(constraints: Iterable[Constraint], lexicon: Lexicon) -> str:
    """Several constraints in words, as a mid-level goal: alike ones are said in one sentence.

    "No vessel ever visits waypoint A." where they cover a whole type, "each of ... and ..." where not.
    """
    sentences: list[str] = []
    states: dict[str, list[str]] = {}
    for merged in _merge(tuple(dict.fromkeys(constraints)), lexicon):
        constraint = merged.constraint
        opening = None if form_complaints(constraint) or plan_bound(constraint) else _opening(constraint, lexicon)
        if opening is None:
            sentences.append(merged.sentence(lexicon))
        elif opening in states:
            states[opening].append(merged.clause(lexicon))
        else:
            # A placeholder keeps the order: the sentence stands where its first part stood.
            states[opening] = [merged.clause(lexicon)]
            sentences.append(opening)
    return " ".join(_sentence(f"{text}, {enumerated(states[text])}") if text in states else text for text in sentences)


def bound_clause(bound: PlanBound, lexicon: Lexicon) -> str:
    """Return a bound on the whole plan as a clause: "the plan ends by 10 hours"."""
    if bound.measure == TOTAL_TIME:
        limit = lexicon.duration(bound.limit)
        said = {"<=": "ends by", "<": "ends before", ">=": "does not end before", ">": "ends after"}[bound.operator]
        return f"the plan {said} {limit}"
    count = f"{number_text(bound.limit)} step{'' if bound.limit == 1 else 's'}"
    said = {"<=": "at most", "<": "fewer than", ">=": "at least", ">": "more than"}[bound.operator]
    return f"the plan has {said} {count}"


def constraint_in_words(constraint: str, lexicon: Lexicon | None) -> str:
    """Return a constraint given as text; without a lexicon, and where it cannot be read, the text itself."""
    if lexicon is None:
        return constraint
    try:
        return constraint_sentence(parse_constraint(constraint), lexicon)
    except PddlSyntaxError:
        return constraint


@dataclass(frozen=True)
class _Merged:
    """Constraints that differ in one argument: `objects` stand at `place` (condition, argument) of the first."""

    constraint: Constraint
    place: tuple[int, int] | None = None
    objects: tuple[str, ...] = ()

    def sentence(self, lexicon: Lexicon) -> str:
        if self.place is None:
            return constraint_sentence(self.constraint, lexicon)
        return _sentence(self._phrased(lexicon))

    def clause(self, lexicon: Lexicon) -> str:
        if self.place is None:
            return state_clause(self.constraint.conditions[0], lexicon)
        return self._phrased(lexicon)

    def _phrased(self, lexicon: Lexicon) -> str:
        assert self.place is not None
        condition_index, argument_index = self.place
        condition = self.constraint.conditions[condition_index]
        atom = condition.condition if isinstance(condition, Not) else condition
        assert isinstance(atom, Atom)
        if self.constraint.type in _FACTORED_TRIGGERS:
            quantified = {argument_index: _any(self.objects, lexicon)}
            if condition_index == 1:
                quantified = {argument_index: _each(self.objects, lexicon)}
            first, second = (quantified, {}) if condition_index == 0 else ({}, quantified)
            return _clause(self.constraint, lexicon, first, second)
        if not isinstance(condition, Not):
            return state_clause(condition, lexicon, {argument_index: _each(self.objects, lexicon)})
        always = self.constraint.type is ConstraintType.ALWAYS
        positive, negative = ("ever", "never") if always else ("holds", "fails")
        if getattr(lexicon.predicate(atom.predicate), positive).startswith(f"{{{argument_index}}}"):
            return lexicon.fact(atom, positive, {argument_index: _none(self.objects, lexicon)})
        return lexicon.fact(atom, negative, {argument_index: _any(self.objects, lexicon)})


def _opening(constraint: Constraint, lexicon: Lexicon) -> str | None:
    """How a sentence about one state begins; None for types that are said otherwise."""
    bounds = [lexicon.duration(bound) for bound in constraint.bounds]
    match constraint.type:
        case ConstraintType.AT_END:
            return "at the end"
        case ConstraintType.HOLD_AFTER:
            return f"from {bounds[0]} into the plan on"
        case ConstraintType.HOLD_DURING:
            return f"between {bounds[0]} and {bounds[1]} into the plan"
        case ConstraintType.ALWAYS if not _is_negative(constraint.conditions[0]):
            return "at all times"
    return None


def _clause(constraint: Constraint, lexicon: Lexicon, first: _Phrases, second: _Phrases) -> str:
    bounds = [lexicon.duration(bound) for bound in constraint.bounds]
    condition, *others = constraint.conditions
    state = state_clause(condition, lexicon, first)
    match constraint.type:
        case ConstraintType.ALWAYS if isinstance(condition, Not) and isinstance(condition.condition, Atom):
            return lexicon.fact(condition.condition, "never", first)
        case ConstraintType.SOMETIME:
            return f"at some time, {state}"
        case ConstraintType.WITHIN:
            return f"within the first {bounds[0]}, {state}"
        case ConstraintType.AT_MOST_ONCE:
            return f"there is at most one stretch of time in which {state}"
        case ConstraintType.SOMETIME_AFTER:
            return f"whenever {state}, {_at_some_moment(others[0], lexicon, second)}"
        case ConstraintType.SOMETIME_BEFORE:
            change = change_clause(condition, lexicon, first)
            return f"before {change}, {change_clause(others[0], lexicon, second)}"
        case ConstraintType.ALWAYS_WITHIN:
            return f"whenever {state}, {_at_some_moment(others[0], lexicon, second, bounds[0])}"
    raise ValueError(f"{constraint.type} has an opening")


def _at_some_moment(condition: Condition, lexicon: Lexicon, phrases: _Phrases, within: str = "") -> str:
    """Return that a condition holds at one moment from now on: "the van is at the depot then or later".

    "It is not there then or later" would deny all that time, and of several conditions each its own moment.
    """
    state = state_clause(condition, lexicon, phrases)
    if (_literal(condition) or isinstance(condition, Comparison)) and _DENIAL.search(state) is None:
        return f"{state} within {within} of that" if within else f"{state} then or later"
    return f"there is a moment {f'at most {within} later' if within else 'then or later'} when {state}"


def _is_negative(condition: Condition) -> bool:
    return isinstance(condition, Not) and isinstance(condition.condition, Atom)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _merge(constraints: tuple[Constraint, ...], lexicon: Lexicon) -> list[_Merged]:
    found: list[_Merged] = []
    pending = list(constraints)
    while pending:
        seed = pending.pop(0)
        best: list[Constraint] = []
        best_place: tuple[int, int] | None = None
        for place in _mergeable_places(seed):
            alike = [other for other in pending if _shape(other, place) == _shape(seed, place)]
            if len(alike) > len(best):
                best, best_place = alike, place
        if best_place is None:
            found.append(_Merged(seed))
            continue
        pending = [other for other in pending if other not in best]
        objects = tuple(_argument(each, best_place) for each in (seed, *best))
        found.append(_Merged(seed, best_place, objects))
    return found


def _mergeable_places(constraint: Constraint) -> list[tuple[int, int]]:
    if form_complaints(constraint) or not all(_literal(condition) for condition in constraint.conditions):
        return []
    if constraint.type in _FACTORED_STATES or constraint.type is ConstraintType.SOMETIME_BEFORE:
        indices = range(len(constraint.conditions))
    elif constraint.type in _FACTORED_TRIGGERS:
        # "Whenever X is not at any of them" is another thing than each by itself.
        indices = range(0 if isinstance(constraint.conditions[0], Not) else 1)
    else:
        return []
    return [
        (index, argument)
        for index in indices
        for argument in range(len(_atom(constraint.conditions[index]).arguments))
        # What must come first is said with "every" and "each of", which a negation would turn around.
        if index == 0 or not isinstance(constraint.conditions[index], Not)
    ]


def _literal(condition: Condition) -> bool:
    return isinstance(condition, Atom) or _is_negative(condition)


def _atom(condition: Condition) -> Atom:
    atom = condition.condition if isinstance(condition, Not) else condition
    assert isinstance(atom, Atom)
    return atom


def _argument(constraint: Constraint, place: tuple[int, int]) -> str:
    return _atom(constraint.conditions[place[0]]).arguments[place[1]]


def _shape(constraint: Constraint, place: tuple[int, int]) -> object:
    """What two constraints have in common when they differ at most in the argument at a place."""
    if form_complaints(constraint) or not all(_literal(condition) for condition in constraint.conditions):
        return constraint
    literals = []
    for index, condition in enumerate(constraint.conditions):
        atom = _atom(condition)
        arguments = tuple(
            None if (index, position) == place else argument for position, argument in enumerate(atom.arguments)
        )
        literals.append((isinstance(condition, Not), atom.predicate, arguments))
    return constraint.type, constraint.bounds, tuple(literals)


def _cover(objects: tuple[str, ...], lexicon: Lexicon) -> tuple[str, str | None] | None:
    """The singular of a type that has exactly these objects, or these and (second) one more."""
    problem = lexicon.problem
    wanted = set(objects)
    exception: tuple[str, str | None] | None = None
    # Small types first: three debris boats are "every debris boat", not "every vessel".
    for type_name in sorted(lexicon.context.types, key=lambda each: len(problem.objects_of(each))):
        members = set(problem.objects_of(type_name))
        singular = lexicon.context.types[type_name].singular
        if members == wanted:
            return singular, None
        if exception is None and wanted < members and len(members - wanted) == 1 and len(wanted) > 2:
            exception = singular, next(iter(members - wanted))
    return exception


def _each(objects: tuple[str, ...], lexicon: Lexicon) -> str:
    return _quantified(objects, lexicon, "every", "each of", "and")


def _any(objects: tuple[str, ...], lexicon: Lexicon) -> str:
    return _quantified(objects, lexicon, "any", "any of" if len(objects) > 2 else "either", "or")


def _none(objects: tuple[str, ...], lexicon: Lexicon) -> str:
    if len(objects) == 2 and _cover(objects, lexicon) is None:
        return f"neither {enumerated([lexicon.name(each) for each in objects], 'nor')}"
    return _quantified(objects, lexicon, "no", "none of", "and")


def _quantified(objects: tuple[str, ...], lexicon: Lexicon, every: str, each_of: str, conjunction: str) -> str:
    cover = _cover(objects, lexicon)
    if cover is None:
        return f"{each_of} {enumerated([lexicon.name(each) for each in objects], conjunction)}"
    singular, exception = cover
    return f"{every} {singular}" if exception is None else f"{every} {singular} but {lexicon.name(exception)}"
