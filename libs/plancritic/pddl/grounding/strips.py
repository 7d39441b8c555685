"""Actions as sets of literals: STRIPS with negation and equality, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.pddl.language import Action, And, Atom, Binding, Condition, FactEffect, Not, bind_atom, conjuncts


class NotStripsError(ValueError):
    """A condition or an action is more than literals; the message names what."""


@dataclass(frozen=True, slots=True)
class StripsAction:
    """What an action demands to be true and to be false, and what it makes true and false.

    A fact that it makes both is true afterwards.
    """

    needs: frozenset[Atom]
    forbids: frozenset[Atom]
    adds: frozenset[Atom]
    deletes: frozenset[Atom]

    def bound(self, binding: Binding) -> StripsAction:
        """Return it with objects for its variables."""
        return StripsAction(
            *(
                frozenset(bind_atom(atom, binding) for atom in atoms)
                for atoms in (self.needs, self.forbids, self.adds, self.deletes)
            )
        )


def strips_action(action: Action) -> StripsAction:
    """Return an action as sets of literals.

    Raises:
        NotStripsError: it takes time, or a part of it is no literal.
    """
    if action.is_durative:
        raise NotStripsError(f"action {action.name!r} takes time; actions without duration are expected here")
    needs, forbids = literals(action.conditions_at_start, f"the precondition of {action.name!r}")
    adds, deletes = set[Atom](), set[Atom]()
    for effect in action.effects_at_start:
        if not isinstance(effect, FactEffect):
            raise NotStripsError(f"action {action.name!r} has an effect that is no fact")
        (adds if effect.becomes else deletes).add(effect.atom)
    return StripsAction(needs, forbids, frozenset(adds), frozenset(deletes))


def literals(condition: Condition, what: str) -> tuple[frozenset[Atom], frozenset[Atom]]:
    """Return the atoms that a conjunction of literals demands to be true, and those it demands to be false.

    Raises:
        NotStripsError: it is no conjunction of literals; the message begins with `what`.
    """
    needs, forbids = set[Atom](), set[Atom]()
    for part in conjuncts(condition):
        match part:
            case Atom():
                needs.add(part)
            case Not(Atom() as atom):
                forbids.add(atom)
            case And():
                inner = literals(part, what)
                needs |= inner[0]
                forbids |= inner[1]
            case _:
                raise NotStripsError(f"{what} is no conjunction of facts and negated facts: {part}")
    return frozenset(needs), frozenset(forbids)
