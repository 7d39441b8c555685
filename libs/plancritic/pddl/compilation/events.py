"""What one end of a ground action, or a timed literal, does to what the constraints look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from plancritic.pddl.compilation.literals import (
    Alternatives,
    Literal,
    Numeric,
    after,
    alternatives,
    constant_comparison,
    unsupported,
)
from plancritic.pddl.language import (
    DURATION,
    TRUE,
    Atom,
    Comparison,
    Condition,
    ConditionalEffect,
    Effect,
    FactEffect,
    GroundAction,
    Not,
    NumericEffect,
    atoms,
    conjuncts,
    fluents,
)

Decide = Callable[[Literal], bool | None]


class Event:
    """Something that happens at one time: it changes atoms and fluents, and some literals are known before it.

    `time` is that of a timed literal, None where a plan chooses it.
    """

    def __init__(
        self, known: Iterable[Condition], effects: Iterable[Effect], decide: Decide, time: float | None = None
    ) -> None:
        self.known = frozenset(known)
        self.added: set[Atom] = set()
        self.deleted: set[Atom] = set()
        self.numeric: Numeric = {}
        self.conditional: set[Atom] = set()
        self.time = time
        self._constant = decide
        for effect in effects:
            self._note(effect)

    def _note(self, effect: Effect) -> None:
        match effect:
            case FactEffect(atom, becomes):
                (self.added if becomes else self.deleted).add(atom)
            case NumericEffect(fluent=fluent) if fluent in self.numeric:
                self.conditional.add(fluent)
            case NumericEffect(fluent=fluent):
                self.numeric[fluent] = effect
            case _:
                self.conditional.update(changed((effect,)))

    def touches(self, condition: Condition) -> bool:
        """Return whether it may change the condition's truth.

        Raises:
            UnsupportedFeatureError: It changes it by a conditional effect, or one fluent twice.
        """
        terms = [*atoms(condition), *fluents(condition)]
        if not self.conditional.isdisjoint(terms):
            raise unsupported("conditional effects on what a constraint is about")
        return not (
            self.added.isdisjoint(terms) and self.deleted.isdisjoint(terms) and self.numeric.keys().isdisjoint(terms)
        )

    def before(self, condition: Condition, positive: bool = True) -> Alternatives:
        """Return what makes the condition true (or false) just before."""
        return alternatives(condition, self._decide, positive)

    def after(self, condition: Condition, positive: bool = True) -> Alternatives:
        """Return what has to hold just before for the condition to be true (or false) just after."""
        return alternatives(after(condition, self.added, self.deleted, self.numeric), self._decide, positive)

    def _decide(self, literal: Literal) -> bool | None:
        if isinstance(literal, Comparison):
            if DURATION in fluents_and_duration(literal):
                raise unsupported("effects that read ?duration on what a constraint is about")
            truth = constant_comparison(literal)
            return (True if literal in self.known else None) if truth is None else truth
        truth = self._constant(literal)
        if truth is not None:
            return truth
        if literal in self.known:
            return True
        opposite = literal.condition if isinstance(literal, Not) else Not(literal)
        return False if opposite in self.known else None


def fluents_and_duration(comparison: Comparison) -> Iterator[Atom]:
    """Yield the fluents of a comparison, `?duration` among them."""
    stack = [comparison.left, comparison.right]
    while stack:
        part = stack.pop()
        if isinstance(part, Atom):
            yield part
        elif not isinstance(part, float | int):
            stack.extend(part.operands)


def changed(effects: Collection[Effect]) -> Iterator[Atom]:
    """Yield the atoms and fluents that ground effects change."""
    for effect in effects:
        match effect:
            case FactEffect():
                yield effect.atom
            case NumericEffect():
                yield effect.fluent
            case ConditionalEffect():
                yield from changed(effect.effects)


def start_of(action: GroundAction, decide: Decide) -> Event:
    """Return a ground action's start (all of it, if it takes no time)."""
    return Event(conjuncts(action.conditions_at_start), action.effects_at_start, decide)


def end_of(action: GroundAction, decide: Decide) -> Event:
    """Return a ground action's end: conditions over all hold until then."""
    known = (*conjuncts(action.conditions_over_all), *conjuncts(action.conditions_at_end))
    return Event(known if action.duration is not None else (TRUE,), action.effects_at_end, decide)
