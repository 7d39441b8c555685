"""Edits of action schemas as pure functions: one action in, another out.

They are the steps of a search over domains ([FS], [DK]). `with_action` puts the edited action into its domain and has
the result read again, so that it yields no domain that a planner would refuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from plancritic.pddl.language.conditions import Atom, Condition, Not, Parameter, conjunction, conjuncts, negate
from plancritic.pddl.language.errors import PddlError
from plancritic.pddl.language.model import Action, Domain, Effect, FactEffect
from plancritic.pddl.language.parser import parse_domain
from plancritic.pddl.language.writer import write_domain

#: When a condition has to hold; a plain action knows `at start` alone.
ConditionMoment = Literal["at start", "over all", "at end"]
#: When an effect takes place; a plain action knows `at start` alone.
EffectMoment = Literal["at start", "at end"]

Part = TypeVar("Part")


class SchemaEditError(PddlError):
    """An edit does not fit the action: what it would remove is not there, what it would add is.

    Attributes:
        action: The action's name.
        reason: What does not fit, in words.
    """

    def __init__(self, action: str, reason: str) -> None:
        self.action = action
        self.reason = reason
        super().__init__(f"action {action!r}: {reason}")

    def __reduce__(self) -> tuple[type[SchemaEditError], tuple[str, str]]:
        return type(self), (self.action, self.reason)


def with_action(domain: Domain, action: Action) -> Domain:
    """Return the domain with this action in the place of the one of its name, or after the others.

    Raises:
        PddlSyntaxError: The action is not legal in the domain (unknown predicates, wrong types ...); the place it
            names is one of the text that `write_domain` gives.
    """
    actions = {**domain.actions, action.name: action}
    return parse_domain(write_domain(replace(domain, actions=actions)), domain.file)


def add_precondition(action: Action, literal: Condition, moment: ConditionMoment = "at start") -> Action:
    """Return the action with one more condition, after the others.

    Raises:
        SchemaEditError: It has it already, or is a plain action and `moment` is another than `at start`.
    """
    parts = _conditions(action, moment)
    if literal in parts:
        raise SchemaEditError(action.name, f"{literal} is a condition {moment} already")
    return _with_conditions(action, (*parts, literal), moment)


def remove_precondition(action: Action, literal: Condition, moment: ConditionMoment = "at start") -> Action:
    """Return the action without a condition.

    Raises:
        SchemaEditError: It has no such condition.
    """
    parts = _conditions(action, moment)
    return _with_conditions(action, _without(action, parts, literal, f"condition {moment}"), moment)


def negate_precondition(action: Action, literal: Condition, moment: ConditionMoment = "at start") -> Action:
    """Return the action with the opposite of a condition in its place.

    Raises:
        SchemaEditError: It has no such condition, or has the opposite already.
    """
    parts = _conditions(action, moment)
    opposite = negate(literal)
    _without(action, parts, literal, f"condition {moment}")  # says so where it is not there
    if opposite in parts:
        raise SchemaEditError(action.name, f"{opposite} is a condition {moment} already")
    return _with_conditions(action, tuple(opposite if part == literal else part for part in parts), moment)


def add_effect(action: Action, literal: Atom | Not, moment: EffectMoment = "at start") -> Action:
    """Return the action with one more effect, after the others.

    Raises:
        SchemaEditError: It has it already; the literal denies no atom; or it is a plain action and `moment` is
            another than `at start`.
    """
    effects = _effects(action, moment)
    effect = _fact(action, literal)
    if effect in effects:
        raise SchemaEditError(action.name, f"{literal} is an effect {moment} already")
    return _with_effects(action, (*effects, effect), moment)


def remove_effect(action: Action, literal: Atom | Not, moment: EffectMoment = "at start") -> Action:
    """Return the action without an effect.

    Raises:
        SchemaEditError: It has no such effect.
    """
    effect: Effect = _fact(action, literal)
    return _with_effects(action, _without(action, _effects(action, moment), effect, f"effect {moment}"), moment)


def negate_effect(action: Action, literal: Atom | Not, moment: EffectMoment = "at start") -> Action:
    """Return the action with the opposite of an effect in its place.

    Raises:
        SchemaEditError: It has no such effect, or has the opposite already.
    """
    effects = _effects(action, moment)
    effect = _fact(action, literal)
    opposite = replace(effect, becomes=not effect.becomes)
    _without(action, effects, effect, f"effect {moment}")  # says so where it is not there
    if opposite in effects:
        raise SchemaEditError(action.name, f"the opposite of {literal} is an effect {moment} already")
    return _with_effects(action, tuple(opposite if each == effect else each for each in effects), moment)


def change_parameter_type(action: Action, name: str, types: Sequence[str]) -> Action:
    """Return the action with another type (or several, as `either`) for a parameter.

    Raises:
        SchemaEditError: It has no such parameter, or it has these types already.
    """
    known = _parameter(action, name)
    changed = Parameter(name, tuple(types))
    if changed == known or not changed.types:
        raise SchemaEditError(action.name, f"{name} is of type {known.type_text} already")
    return replace(action, parameters=tuple(changed if each == known else each for each in action.parameters))


def reorder_parameters(action: Action, names: Sequence[str]) -> Action:
    """Return the action with its parameters in this order.

    Raises:
        SchemaEditError: The names are not those of the parameters, each once.
    """
    by_name = {each.name: each for each in action.parameters}
    if len(names) != len(by_name) or set(names) != by_name.keys():
        raise SchemaEditError(action.name, f"its parameters are {', '.join(by_name)}, not {', '.join(names)}")
    return replace(action, parameters=tuple(by_name[name] for name in names))


def add_parameter(action: Action, parameter: Parameter, position: int | None = None) -> Action:
    """Return the action with one more parameter, before the one at `position` (from zero), else last.

    Raises:
        SchemaEditError: There is a parameter of that name, or its name does not start with `?`.
    """
    if not parameter.name.startswith("?") or parameter.name in {each.name for each in action.parameters}:
        raise SchemaEditError(action.name, f"{parameter.name!r} is not a free name for a parameter")
    place = len(action.parameters) if position is None else position
    before, after = action.parameters[:place], action.parameters[place:]
    return replace(action, parameters=(*before, parameter, *after))


def _conditions(action: Action, moment: ConditionMoment) -> tuple[Condition, ...]:
    _check_moment(action, moment)
    match moment:
        case "at start":
            return conjuncts(action.conditions_at_start)
        case "over all":
            return conjuncts(action.conditions_over_all)
        case "at end":
            return conjuncts(action.conditions_at_end)


def _with_conditions(action: Action, parts: tuple[Condition, ...], moment: ConditionMoment) -> Action:
    whole = conjunction(parts)
    match moment:
        case "at start":
            return replace(action, conditions_at_start=whole)
        case "over all":
            return replace(action, conditions_over_all=whole)
        case "at end":
            return replace(action, conditions_at_end=whole)


def _effects(action: Action, moment: EffectMoment) -> tuple[Effect, ...]:
    _check_moment(action, moment)
    return action.effects_at_start if moment == "at start" else action.effects_at_end


def _with_effects(action: Action, effects: tuple[Effect, ...], moment: EffectMoment) -> Action:
    if moment == "at start":
        return replace(action, effects_at_start=effects)
    return replace(action, effects_at_end=effects)


def _fact(action: Action, literal: Atom | Not) -> FactEffect:
    atom = literal.condition if isinstance(literal, Not) else literal
    if not isinstance(atom, Atom):
        raise SchemaEditError(action.name, f"{literal} is no literal")
    return FactEffect(atom, not isinstance(literal, Not))


def _without(action: Action, parts: tuple[Part, ...], unwanted: Part, what: str) -> tuple[Part, ...]:
    if unwanted not in parts:
        shown = unwanted.atom if isinstance(unwanted, FactEffect) else unwanted
        raise SchemaEditError(action.name, f"{shown} is no {what}")
    return tuple(each for each in parts if each != unwanted)


def _check_moment(action: Action, moment: str) -> None:
    if not action.is_durative and moment != "at start":
        raise SchemaEditError(action.name, f"it takes no time, so that nothing of it is {moment}")


def _parameter(action: Action, name: str) -> Parameter:
    for each in action.parameters:
        if each.name == name:
            return each
    raise SchemaEditError(action.name, f"it has no parameter {name!r}")
