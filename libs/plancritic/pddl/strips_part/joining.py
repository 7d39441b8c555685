"""A refined STRIPS part put back into its domain: time and numbers stay, literals come and go.

A literal that stayed keeps its moments. A new one gets the moment that the domain's other actions use most often for
its predicate; conditions on facts that an action changes are counted apart from those on others. Where no other action
has it, a condition holds when their other conditions do (else at start), an addition takes place at end and a deletion
at start.

Two laws hold, as of a lens (J. Foster et al.: Combinators for bidirectional tree transformations, TOPLAS 29 (2007),
section 3): an unchanged part gives the same domain, and the part of what comes out is the part that was put in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from plancritic.pddl.language import (
    Action,
    Atom,
    Condition,
    Domain,
    Effect,
    FactEffect,
    Not,
    conjunction,
    parse_domain,
    write_domain,
)
from plancritic.pddl.language.schema_edits import ConditionMoment, EffectMoment
from plancritic.pddl.strips_part.literals import (
    MOMENTS,
    is_literal,
    literals_of,
    net_effects,
    timed_conditions,
)
from plancritic.pddl.strips_part.separation import action_part, strips_part, transient_facts

_Effects = dict[EffectMoment, tuple[Effect, ...]]


@dataclass(frozen=True, slots=True)
class NewLiteral:
    """A literal that a refined part has and its domain has not: of an action, as a condition or as an effect."""

    action: str
    is_condition: bool
    literal: Condition

    @property
    def possible(self) -> tuple[ConditionMoment, ...]:
        """The moments at which it can stand."""
        return MOMENTS if self.is_condition else ("at start", "at end")


@dataclass(frozen=True)
class Joined:
    """A domain with a refined STRIPS part, and the moments of those new literals that could have stood at others."""

    domain: Domain
    placed: Mapping[NewLiteral, ConditionMoment]


def joined(domain: Domain, part: Domain) -> Domain:
    """Return the domain with a refined STRIPS part in the place of its own, as `joined_at` does; its domain alone."""
    return joined_at(domain, part, {}).domain


def joined_at(domain: Domain, part: Domain, moments: Mapping[NewLiteral, ConditionMoment]) -> Joined:
    """Return the domain with a refined STRIPS part in the place of its own; the same object where nothing changed.

    New literals stand at `moments`; those that these do not have stand where the domain's other actions have theirs.

    Types, constants, predicates, parameters, preconditions and effects on facts are the part's; durations, numbers,
    preferences and constraints the domain's. An action that only the part has takes no time.

    Raises:
        NotSeparableError: The domain has no STRIPS part.
        PddlSyntaxError: The two do not fit together, as where a duration names a parameter that went.
    """
    own = strips_part(domain)
    habits = _Habits(domain, moments)
    actions = {
        name: _joined(domain.actions[name], action, habits) if name in domain.actions else action
        for name, action in part.actions.items()
    }
    declared = _declared(part) != _declared(own)
    if actions == dict(domain.actions) and list(actions) == list(domain.actions) and not declared:
        return Joined(domain, {})
    requirements = dict.fromkeys((*domain.requirements, *part.requirements))
    changed = replace(
        domain,
        requirements=tuple(requirements),
        types=part.types,
        constants=part.constants,
        predicates=part.predicates,
        further_parents=part.further_parents,
        further_types=part.further_types,
        actions=actions,
        display={**part.display, **domain.display},
    )
    return Joined(parse_domain(write_domain(changed), domain.file), habits.placed)


def _declared(part: Domain) -> tuple[object, ...]:
    return part.types, part.constants, part.predicates, part.further_parents, part.further_types


#: A predicate, whether it is true, and whether the action changes the fact.
_Role = tuple[str, bool, bool]


class _Habits:
    """At which moments the actions of a domain have the literals of a predicate."""

    def __init__(self, domain: Domain, moments: Mapping[NewLiteral, ConditionMoment]) -> None:
        self._wanted = moments
        #: The literals that were asked about, and the answers.
        self.placed: dict[NewLiteral, ConditionMoment] = {}
        self._conditions: dict[_Role, Counter[tuple[str, ConditionMoment]]] = {}
        self._effects: dict[tuple[str, bool], Counter[tuple[str, EffectMoment]]] = {}
        #: Actions that take back at their end what they did at their start, by predicate and what it is afterwards.
        self._transient: dict[tuple[str, bool], list[str]] = {}
        for name, action in domain.actions.items():
            if not action.is_durative:
                continue
            effects = _timed_effects(action)
            for atom in transient_facts(action):
                after = net_effects(effects["at end"])[atom]
                self._transient.setdefault((atom.predicate, after), []).append(name)
            for moment, parts in timed_conditions(action).items():
                for part in filter(is_literal, parts):
                    self._conditions.setdefault(_role(part, effects), Counter())[name, moment] += 1
            for effect_moment, each in effects.items():
                for atom, becomes in net_effects(each).items():
                    self._effects.setdefault((atom.predicate, becomes), Counter())[name, effect_moment] += 1

    def takes_back(self, atom: Atom, becomes: bool, action: str) -> bool:
        """Whether another action makes a fact of this predicate so at its end, and the opposite while under way."""
        return any(name != action for name in self._transient.get((atom.predicate, becomes), ()))

    def of_condition(self, literal: Condition, action: str, effects: _Effects) -> ConditionMoment:
        """Return when other actions ask for a literal of this predicate, or for its opposite."""
        atom, is_true = _atom(literal)
        if net_effects(effects["at start"]).get(atom, is_true) != is_true:
            return "at start"  # it does not hold any longer
        new = NewLiteral(action, True, literal)
        self.placed[new] = self._wanted.get(new) or self._usual_condition(literal, action, effects)
        return self.placed[new]

    def _usual_condition(self, literal: Condition, action: str, effects: _Effects) -> ConditionMoment:
        is_true = _atom(literal)[1]
        predicate, _, changes = _role(literal, effects)
        of_any = tuple(role for role in self._conditions if role[2] == changes)
        for roles in (((predicate, is_true, changes),), ((predicate, not is_true, changes),), of_any):
            counts = Counter[ConditionMoment]()
            for role in roles:
                for (name, moment), count in self._conditions.get(role, Counter()).items():
                    counts[moment] += count if name != action else 0
            if counts.total():
                return max(MOMENTS, key=lambda moment: counts[moment])
        return "at start"

    def of_effect(self, atom: Atom, becomes: bool, action: str) -> EffectMoment:
        """Return when other actions make a fact of this predicate true (false)."""
        new = NewLiteral(action, False, atom if becomes else Not(atom))
        wanted = self._wanted.get(new)
        moment = self._usual_effect(atom, becomes, action)
        if wanted is not None and wanted != "over all":
            moment = wanted
        self.placed[new] = moment
        return moment

    def _usual_effect(self, atom: Atom, becomes: bool, action: str) -> EffectMoment:
        counts = Counter[EffectMoment]()
        for (name, moment), count in self._effects.get((atom.predicate, becomes), Counter()).items():
            counts[moment] += count if name != action else 0
        usual: EffectMoment = "at end" if becomes else "at start"
        other: EffectMoment = "at start" if becomes else "at end"
        return other if counts[other] > counts[usual] else usual


def _atom(literal: Condition) -> tuple[Atom, bool]:
    inner = literal.condition if isinstance(literal, Not) else literal
    assert isinstance(inner, Atom), "only literals are counted"
    return inner, not isinstance(literal, Not)


def _role(literal: Condition, effects: _Effects) -> _Role:
    atom, is_true = _atom(literal)
    return atom.predicate, is_true, any(atom in net_effects(each) for each in effects.values())


def _timed_effects(action: Action) -> _Effects:
    return {"at start": action.effects_at_start, "at end": action.effects_at_end}


def _joined(old: Action, new: Action, habits: _Habits) -> Action:
    before, after = action_part(old), action_part(new)
    needs = timed_conditions(after)["at start"]
    same_needs = set(timed_conditions(before)["at start"]) == set(needs)
    old = replace(old, parameters=new.parameters)
    if not old.is_durative:
        same_effects = set(before.effects_at_start) == set(after.effects_at_start)
        return old if same_needs and same_effects else _joined_plain(old, needs, after.effects_at_start)
    was, wanted = net_effects(before.effects_at_start), net_effects(after.effects_at_start)
    if same_needs and was == wanted:
        return old
    effects = _timed_effects(old)
    for atom in (*was, *(each for each in wanted if each not in was)):
        if was.get(atom) != wanted.get(atom):
            effects = _with_net(effects, atom, wanted.get(atom), habits, old.name)
    conditions = _with_needs(old, effects, needs, habits)
    return replace(
        old,
        conditions_at_start=conditions["at start"],
        conditions_over_all=conditions["over all"],
        conditions_at_end=conditions["at end"],
        effects_at_start=effects["at start"],
        effects_at_end=effects["at end"],
    )


def _joined_plain(old: Action, needs: tuple[Condition, ...], facts: tuple[Effect, ...]) -> Action:
    parts = timed_conditions(old)["at start"]
    kept = tuple(each for each in parts if not is_literal(each) or each in needs)
    effects = tuple(each for each in old.effects_at_start if not isinstance(each, FactEffect) or each in facts)
    return replace(
        old,
        conditions_at_start=conjunction((*kept, *(each for each in needs if each not in kept))),
        effects_at_start=(*effects, *(each for each in facts if each not in effects)),
    )


def _with_net(effects: _Effects, atom: Atom, wanted: bool | None, habits: _Habits, action: str) -> _Effects:
    """Give a fact another net effect, by as little as possible."""
    without_end: _Effects = {"at start": effects["at start"], "at end": _other_than(atom, effects["at end"])}
    if net_effects(without_end["at start"]).get(atom) == wanted:
        # What it did at start and took back at end, it now leaves so.
        return without_end
    is_opposite = wanted is not None and net_effects(effects["at start"]).get(atom, wanted) != wanted
    if wanted is not None and is_opposite and habits.takes_back(atom, wanted, action):
        return {**effects, "at end": (*_other_than(atom, effects["at end"]), FactEffect(atom, wanted))}
    found: _Effects = {moment: _other_than(atom, each) for moment, each in effects.items()}
    if wanted is not None:
        moment = habits.of_effect(atom, wanted, action)
        found[moment] = (*found[moment], FactEffect(atom, wanted))
    return found


def _other_than(atom: Atom, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return tuple(each for each in effects if not (isinstance(each, FactEffect) and each.atom == atom))


def _with_needs(
    action: Action, effects: _Effects, needs: tuple[Condition, ...], habits: _Habits
) -> Mapping[ConditionMoment, Condition]:
    """Return the conditions of an action by their moments, with just these literals needed before it."""
    made = literals_of(net_effects(effects["at start"]))
    made_before = literals_of(net_effects(action.effects_at_start))
    found: dict[ConditionMoment, list[Condition]] = {}
    for moment, parts in timed_conditions(action).items():
        found[moment] = [
            part
            for part in parts
            # A condition that only the action's own effect made true goes with that effect.
            if not is_literal(part) or part in needs or (moment != "at start" and part in made & made_before)
        ]
    for literal in needs:
        later = literal in found["over all"] or literal in found["at end"]
        if literal in found["at start"] or (later and literal not in made):
            continue
        # What the action makes true itself would be no need at a later moment.
        moment = "at start" if literal in made else habits.of_condition(literal, action.name, effects)
        found[moment].append(literal)
    return {moment: conjunction(tuple(parts)) for moment, parts in found.items()}


__all__ = ["Joined", "NewLiteral", "joined", "joined_at"]
