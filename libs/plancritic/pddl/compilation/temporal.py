"""Ground actions that touch what the constraints are about, as actions of their own: the encoding of them all.

`compile_temporal` is for temporal problems; `step_counter` puts another clock under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from plancritic.pddl.compilation.compiled import Compiled
from plancritic.pddl.compilation.events import Event, end_of, start_of
from plancritic.pddl.compilation.groundings import Groundings, Name, groundings_of
from plancritic.pddl.compilation.literals import Literal, contradictory, unsupported
from plancritic.pddl.compilation.monitors import PLAIN, Option
from plancritic.pddl.compilation.plan_limits import PlanLimits
from plancritic.pddl.compilation.specification import Specification
from plancritic.pddl.compilation.text import domain_text, lifted_actions, problem_text
from plancritic.pddl.compilation.windows import Clock
from plancritic.pddl.language import (
    And,
    Atom,
    Condition,
    Constraint,
    FactEffect,
    GroundAction,
    Not,
    PlanBound,
    Problem,
    UnsupportedFeatureError,
    action_text,
    atoms,
    conjuncts,
    fluents,
    ground,
    number_text,
)

#: More ways than this for one ground action, and it is no use.
MOST_WAYS = 64

OptionPair = tuple[Option, Option]


def compile_temporal(
    problem: Problem,
    constraints: Sequence[Constraint],
    native: Sequence[Constraint],
    bounds: Sequence[PlanBound] = (),
) -> Compiled:
    """Return the problem without the constraints; see `compile_constraints`."""
    try:
        return Compilation(problem, constraints, native, Specification(problem, careful=True), bounds).compiled()
    except _TooManyWaysError:
        return Compilation(problem, constraints, native, Specification(problem, careful=False), bounds).compiled()


class _TooManyWaysError(UnsupportedFeatureError):
    def __init__(self) -> None:
        super().__init__("constraints that let one action happen in too many ways", "constraints", 1, 1)


class Compilation:
    """The constraints in a specification that is still empty, and what becomes of the problem under it."""

    def __init__(
        self,
        problem: Problem,
        constraints: Sequence[Constraint],
        native: Sequence[Constraint],
        asked: Specification,
        bounds: Sequence[PlanBound] = (),
    ) -> None:
        self.problem, self.native, self.asked = problem, native, asked
        self.groundings: Groundings = groundings_of(problem)
        self.names, self.windows = self.asked.names, self.asked.windows
        self.limits = PlanLimits.of(bounds, self.names, self.asked.sequential)
        self.asked.exact &= self.limits.exact
        grounded = [
            (each, tuple(ground(condition, {}, problem.objects_of_any) for condition in each.conditions))
            for each in constraints
        ]
        watched = dict.fromkeys(
            term for _, conditions in grounded for part in conditions for term in (*atoms(part), *fluents(part))
        )
        self.touching = {term: tuple(self.groundings.touching(term)) for term in watched}
        self.timed: dict[Atom, list[float]] = {}
        for literal in problem.timed_literals:
            effect = literal.effect
            term = effect.atom if isinstance(effect, FactEffect) else effect.fluent
            if term in self.touching:
                self.timed.setdefault(term, []).append(literal.time)
        for each, conditions in grounded:
            self.asked.watch(each, conditions)

    def _decide(self, literal: Literal) -> bool | None:
        """The truth of an atom that nothing changes."""
        atom = literal.condition if isinstance(literal, Not) else literal
        if isinstance(atom, Atom):
            if atom.predicate == "=":
                return (atom.arguments[0] == atom.arguments[1]) is not isinstance(literal, Not)
            if not self.touching.get(atom) and atom not in self.timed:
                return (atom in self.problem.facts) is not isinstance(literal, Not)
        return None

    # --- events ---

    def _timed_literals(self) -> Iterator[str]:
        """What the problem's timed literals do to our facts."""
        times: dict[float, list[FactEffect]] = {}
        for literal in self.problem.timed_literals:
            times.setdefault(literal.time, []).append(literal.effect)  # type: ignore[arg-type]
        for time, effects in times.items():
            event = Event((), effects, self._decide, time)
            for watch in self.asked.watches:
                ways = [way for way in watch.options(event) if self._possible_at(way, time)]
                certain = [way for way in ways if all(self.windows.at(each, time) for each in way.conditions)]  # type: ignore[arg-type]
                if not ways:
                    self.asked.impossible()
                elif not certain:
                    raise unsupported("timed literals on what a constraint is about")
                else:
                    self.asked.exact &= certain[0] is ways[0]
                    yield from (f"(at {number_text(time)} {fact})" for fact in certain[0].adds)
                    yield from (f"(at {number_text(time)} (not {fact}))" for fact in certain[0].deletes)

    def _possible_at(self, way: Option, time: float) -> bool:
        return all(self.windows.at(each, time) is not False for each in way.conditions if isinstance(each, Atom))

    def _ways(self, action: GroundAction) -> list[OptionPair]:
        """How a ground action may happen."""
        starts = list(self._combined(start_of(action, self._decide)))
        if action.duration is None:
            return [(way, PLAIN) for way in starts]
        ends = list(self._combined(end_of(action, self._decide)))
        if len(starts) * len(ends) > MOST_WAYS:
            raise _TooManyWaysError
        return list(product(starts, ends))

    def _combined(self, event: Event) -> Iterator[Option]:
        ways: dict[Option, None] = {PLAIN: None}
        for watch in self.asked.watches:
            found = watch.options(event)
            if found == [PLAIN]:
                continue
            if len(ways) * len(found) > MOST_WAYS:
                raise _TooManyWaysError
            ways = dict.fromkeys(
                Option(way.conditions | more.conditions, way.adds | more.adds, way.deletes | more.deletes)
                for way in ways
                for more in found
            )
        for way in ways:
            if not contradictory(way.conditions) and not self._refuted(way, event):
                yield Option(
                    frozenset(each for each in way.conditions if each not in event.known), way.adds, way.deletes
                )

    def _refuted(self, way: Option, event: Event) -> bool:
        return any(
            (each.condition if isinstance(each, Not) else Not(each)) in event.known
            for each in way.conditions
            if isinstance(each, Not | Atom)
        )

    # --- texts ---

    def clock(self) -> Clock:
        """Windows open and close by timed literals, envelopes are actions."""
        times, envelopes = self.windows.timed_literals(), self.asked.envelopes
        return Clock(
            facts=times,
            actions={envelope.name: str(envelope) for envelope in envelopes},
            requirements=[":timed-initial-literals", ":duration-inequalities"] if times or envelopes else [],
        )

    def compiled(self) -> Compiled:
        """Return the problem without the constraints."""
        timed = list(self._timed_literals())
        ways = {
            name: self._ways(self.groundings.action(name))
            for name in dict.fromkeys(name for names in self.touching.values() for name in names)
        }
        for watch in self.asked.watches:
            self.asked.facts += watch.facts
            self.asked.goals += watch.goals
            self.asked.exact &= watch.exact
        self._without_dead_ends(ways, timed)
        wanted = {part for goal in (self.problem.goal, *self.asked.goals) for part in conjuncts(goal)}
        if any(isinstance(part, Not) and part.condition in wanted for part in wanted):
            self.asked.impossible()
        opposites = self._opposites(ways)
        special = {name: found for name, found in ways.items() if found != [(PLAIN, PLAIN)]}
        for atom in opposites:
            for name in self.touching[atom]:
                special.setdefault(name, ways[name])
        clock = self.clock()
        mapping: dict[str, str | None] = dict.fromkeys(clock.actions)
        copies: list[str] = []
        for name, found in special.items():
            for way in found:
                copy = self.names.text(name[0])
                mapping[copy] = f"({' '.join(name)})"
                copies.append(self._copy(copy, self.groundings.action(name), way, opposites, clock))
        guards, guarded, lifted = self._lifted(special, clock)
        facts = [
            *map(str, (*self.asked.facts, *self.windows.initially)),
            *guarded,
            *timed,
            *clock.facts,
            *self.limits.facts,
        ]
        for atom, other in opposites.items():
            if atom not in self.problem.facts:
                facts.append(str(other))
            for literal in self.problem.timed_literals:
                if isinstance(literal.effect, FactEffect) and literal.effect.atom == atom:
                    facts.append(
                        f"(at {number_text(literal.time)} {f'(not {other})' if literal.effect.becomes else other})"
                    )
        predicates = [*(f"({name})" for name in self.names.facts), *guards]
        requirements = [*clock.requirements, *self.limits.requirements, *([":constraints"] if self.native else [])]
        actions = [*lifted, *copies, *clock.actions.values()]
        return Compiled(
            domain_text(self.problem, predicates, actions, requirements, self.limits.functions),
            problem_text(self.problem, facts, [_printed(goal, opposites) for goal in self.asked.goals], self.native),
            self.asked.exact,
            mapping,
        )

    def _without_dead_ends(self, ways: dict[Name, list[OptionPair]], timed: Sequence[str]) -> None:
        """Leave out ways that delete a goal of ours that no way adds."""
        goals = {goal for goal in self.asked.goals if isinstance(goal, Atom) and goal.predicate in self.names.facts}
        goals |= {envelope.paid for envelope in self.asked.envelopes}
        while True:
            added = {fact for found in ways.values() for way in found for half in way for fact in half.adds}
            lost = {goal for goal in goals - added if not any(text.endswith(f" {goal})") for text in timed)}
            fewer = {
                name: [way for way in found if all(lost.isdisjoint(half.deletes) for half in way)]
                for name, found in ways.items()
            }
            if fewer == ways:
                return
            ways.update(fewer)

    def _opposites(self, ways: dict[Name, list[OptionPair]]) -> dict[Atom, Atom]:
        """A fact for the opposite of each atom that is needed false."""
        found: dict[Atom, Atom] = {}
        literals = [
            literal for several in ways.values() for way in several for half in way for literal in half.conditions
        ]
        literals += [part for goal in self.asked.goals for part in conjuncts(goal) if isinstance(part, Not)]
        for literal in literals:
            atom = literal.condition if isinstance(literal, Not) else None
            if isinstance(atom, Atom) and atom in self.touching and atom not in found:
                found[atom] = self.names.new("not")
        return found

    def _copy(self, name: str, action: GroundAction, way: OptionPair, opposites: dict[Atom, Atom], clock: Clock) -> str:
        head, tail = action_text(name, action, keep=lambda part: not self.groundings.constant(part))
        durative = action.duration is not None
        conditions = [clock.condition, self.limits.condition(durative)]
        effects = [clock.effect, self.limits.effect(durative)]
        for moment, half, changes in (
            ("at start", way[0], action.effects_at_start),
            ("at end", way[1], action.effects_at_end),
        ):
            texts = [str(_printed(each, opposites)) for each in sorted(half.conditions, key=str)]
            made = [str(fact) for fact in sorted(half.adds, key=str)]
            made += [f"(not {fact})" for fact in sorted(half.deletes - half.adds, key=str)]
            made += list(_mirrored(changes, opposites))
            if durative:
                texts, made = [f"({moment} {text})" for text in texts], [f"({moment} {text})" for text in made]
            conditions += texts
            effects += made
        return f"{head} {' '.join(conditions)}{tail} {' '.join(effects)}))"

    def _lifted(self, special: dict[Name, list[OptionPair]], clock: Clock) -> tuple[list[str], list[str], list[str]]:
        """Predicates, facts and texts of the schemas, guarded where some of their instances are special."""
        guards, facts, actions = [], [], []
        for schema, (head, tail) in lifted_actions(self.problem.domain).items():
            durative = self.problem.domain.actions[schema].is_durative
            common = f"{clock.condition} {self.limits.condition(durative)}"
            tail = f"{tail} {clock.effect} {self.limits.effect(durative)}))"
            excluded = {name for name in special if name[0] == schema}
            if not excluded:
                actions.append(f"{head} {common}{tail}")
                continue
            rest = [name for name in self.groundings.possible(schema) if name not in excluded]
            if not rest:
                continue
            guard = self.names.text("free")
            parameters = self.problem.domain.actions[schema].parameters
            guards.append(f"({' '.join((guard, *map(str, parameters)))})")
            facts += [f"({' '.join((guard, *name[1:]))})" for name in rest]
            condition = f"({' '.join((guard, *(parameter.name for parameter in parameters)))})"
            condition = f"(at start {condition})" if durative else condition
            actions.append(f"{head} {condition} {common}{tail}")
        return guards, facts, actions


def _mirrored(effects: Iterable[object], opposites: dict[Atom, Atom]) -> Iterator[str]:
    """What effects do to the opposites."""
    added = {effect.atom for effect in effects if isinstance(effect, FactEffect) and effect.becomes}
    for effect in effects:
        if isinstance(effect, FactEffect) and effect.atom in opposites:
            if effect.becomes:
                yield f"(not {opposites[effect.atom]})"
            elif effect.atom not in added:
                yield str(opposites[effect.atom])


def _printed(condition: Condition, opposites: dict[Atom, Atom]) -> Condition:
    """With facts for the opposites that have some."""
    if isinstance(condition, Not) and isinstance(condition.condition, Atom):
        return opposites.get(condition.condition, condition)
    if isinstance(condition, And):
        return And(tuple(_printed(part, opposites) for part in condition.conditions))
    return condition
