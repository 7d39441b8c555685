"""Turns that change nothing: nothing that they say comes into force, so their session stays as it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from plancritic.contracts.feedback import StatementOutcome
from plancritic.contracts.sessions import StatementInForce
from plancritic.coordinator.sessions.revisions import stays_in_force
from plancritic.coordinator.sessions.turn import Turn


def changes_nothing(turn: Turn, outcomes: Sequence[StatementOutcome]) -> bool:
    """Return whether the same statements are in force after the turn as before it.

    A statement that was to be replaced stays where what replaces it does not come into force.
    """
    if not turn.new_places or turn.rejected or turn.restored is not None or set(turn.dropped) - set(turn.replaced):
        return False
    new, kept = {turn.statements[place].id for place in turn.new_places}, settled(turn)
    if kept != _kept_before(turn, new):
        return False
    in_force = {each.statement.id for each in outcomes if stays_in_force(each)}
    return not new & in_force and {each.statement.id for each in kept} <= in_force


def settled(turn: Turn) -> tuple[StatementInForce, ...]:
    """Return what the turn keeps as it was: without statements that it changes."""
    return tuple(each for each in turn.kept if not turn.is_new(each))


def outcomes_as_before(turn: Turn, outcomes: Sequence[StatementOutcome]) -> tuple[StatementOutcome, ...]:
    """Return the outcomes of a turn that changes nothing, with those of statements that were to be replaced."""
    told = {each.statement.id for each in outcomes}
    before = turn.head.in_force if turn.head is not None else ()
    left = [outcome_as_before(each) for each in before if each.statement.id not in told]
    places = {each.statement.id: place for place, each in enumerate(before)}
    return tuple(sorted((*outcomes, *left), key=lambda each: places.get(each.statement.id, len(places))))


def _kept_before(turn: Turn, new: Collection[str]) -> tuple[StatementInForce, ...]:
    """Return what the turn keeps if nothing but replacing takes a statement out of force."""
    gone = {*turn.dropped, *new}
    before = turn.head.in_force if turn.head is not None else ()
    return tuple(each for each in before if each.statement.id not in gone)


def outcome_as_before(entry: StatementInForce) -> StatementOutcome:
    """Return the outcome of a statement in force in a turn that leaves it as it was."""
    return StatementOutcome(
        statement=entry.statement,
        verdict=entry.verdict,
        turn=entry.turn,
        mid_level_goal=entry.mid_level_goal,
        constraints=entry.constraints,
        reading=entry.reading,
        said_back=entry.said_back,
        adherence=None,
        explanation=f"It stays as it was read in turn {entry.turn}.",
        doubt=entry.doubt,
    )
