"""What of an action is about facts, and at which time: conditions, effects, and what is neither.

Moments are those of PDDL 2.1: a condition holds `at start`, `over all` or `at end`, an effect takes place `at start` or
`at end`. Everything of a plain action is `at start`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plancritic.pddl.grounding import NotStripsError
from plancritic.pddl.language import (
    Action,
    And,
    Atom,
    Comparison,
    Condition,
    ConditionalEffect,
    Domain,
    Effect,
    Exists,
    FactEffect,
    ForAll,
    Group,
    Not,
    NumericEffect,
    Or,
    UniversalEffect,
    atoms,
    conjuncts,
    read_one,
)
from plancritic.pddl.language.schema_edits import ConditionMoment

#: A fact, or its opposite.
Literal = Atom | Not
MOMENTS: tuple[ConditionMoment, ...] = ("at start", "over all", "at end")


class NotSeparableError(NotStripsError):
    """A part of an action that is about facts is more than literals: it is in the way of a STRIPS part.

    Attributes:
        action: The action's name.
        reason: What it is that is no literal, in words.
        line: The line of the domain's text where the action begins; None where there is no text.
    """

    def __init__(self, action: str, reason: str, line: int | None = None) -> None:
        self.action = action
        self.reason = reason
        self.line = line
        super().__init__(f"action {action!r}: {reason}")

    def __reduce__(self) -> tuple[type[NotSeparableError], tuple[str, str, int | None]]:
        return type(self), (self.action, self.reason, self.line)


def timed_conditions(action: Action) -> dict[ConditionMoment, tuple[Condition, ...]]:
    """Return the conjuncts of an action's condition by their moment, nested conjunctions made flat."""
    return {
        "at start": tuple(_flat(action.conditions_at_start)),
        "over all": tuple(_flat(action.conditions_over_all)),
        "at end": tuple(_flat(action.conditions_at_end)),
    }


def is_literal(condition: Condition) -> bool:
    """Return whether a condition is a fact or the opposite of one."""
    return isinstance(condition, Atom) or (isinstance(condition, Not) and isinstance(condition.condition, Atom))


def check_separable(action: Action, domain: Domain | None = None) -> None:
    """Check that all conditions and effects of an action are literals or about numbers alone.

    Durations, numeric conditions (quantified ones too), numeric effects (conditional ones too) and preferences are no
    part of what is separated.

    Raises:
        NotSeparableError: A quantifier, a disjunction or a conditional effect is about facts.
    """
    for moment, parts in timed_conditions(action).items():
        for part in parts:
            if not is_literal(part) and not _is_numeric(part):
                reason = f"the condition {part} {moment} is {_what(part)}; only facts and negated facts can be refined"
                raise NotSeparableError(action.name, reason, _line(action.name, domain))
    for effect in (*action.effects_at_start, *action.effects_at_end):
        if not isinstance(effect, FactEffect) and not _changes_numbers_alone(effect):
            kind = "a conditional effect" if _is_conditional(effect) else "an effect with a quantifier"
            reason = f"{kind} on facts; only effects that always take place, fact by fact, can be refined"
            raise NotSeparableError(action.name, reason, _line(action.name, domain))


def net_effects(effects: Iterable[Effect]) -> dict[Atom, bool]:
    """Return what effects of one happening make true and false; a fact that they make both is true afterwards."""
    found: dict[Atom, bool] = {}
    for effect in effects:
        if isinstance(effect, FactEffect):
            found[effect.atom] = found.get(effect.atom, False) or effect.becomes
    return found


def literals_of(facts: Mapping[Atom, bool]) -> frozenset[Literal]:
    """Return facts with their truth as literals."""
    return frozenset(atom if becomes else Not(atom) for atom, becomes in facts.items())


def _flat(condition: Condition) -> Iterator[Condition]:
    for part in conjuncts(condition):
        if isinstance(part, And):
            yield from _flat(part)
        else:
            yield part


def _is_numeric(condition: Condition) -> bool:
    """Whether a condition is about numbers alone."""
    return any(_comparisons(condition)) and not any(atoms(condition))


def _comparisons(condition: Condition) -> Iterator[bool]:
    match condition:
        case Comparison():
            yield True
        case Not(inner) | ForAll(_, inner) | Exists(_, inner):
            yield from _comparisons(inner)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _comparisons(part)


def _changes_numbers_alone(effect: Effect) -> bool:
    match effect:
        case NumericEffect():
            return True
        case ConditionalEffect() | UniversalEffect():
            return all(map(_changes_numbers_alone, effect.effects))
    return False


def _is_conditional(effect: Effect) -> bool:
    match effect:
        case ConditionalEffect():
            return True
        case UniversalEffect(_, inner):
            return any(map(_is_conditional, inner))
    return False


def _what(condition: Condition) -> str:
    match condition:
        case ForAll() | Exists():
            return "a quantifier"
        case Or():
            return "a disjunction"
    return "no literal"


def _line(action: str, domain: Domain | None) -> int | None:
    if domain is None or not domain.text:
        return None
    for section in read_one(domain.text, domain.file).children[1:]:
        if not isinstance(section, Group) or section.head not in (":action", ":durative-action"):
            continue
        if str(section.children[1]).lower() == action:
            return section.source.place(section.start)[0]
    return None
