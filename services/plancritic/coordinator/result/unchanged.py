"""Turns that change nothing: nothing that they say comes into force, so their session stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.feedback import StatementOutcome
from plancritic.contracts.sessions import StatementInForce
from plancritic.coordinator.sessions.revisions import IN_FORCE
from plancritic.coordinator.sessions.turn import Turn


def changes_nothing(turn: Turn, outcomes: Sequence[StatementOutcome]) -> bool:
    """Return whether the same statements are in force after the turn as before it.

    A statement that was to be replaced stays where what replaces it does not come into force.
    """
    if not turn.said or turn.rejected or turn.restored is not None or set(turn.dropped) - set(turn.replaced):
        return False
    if turn.kept != _kept_before(turn):
        return False
    said = {each.id for each in turn.said}
    in_force = {each.statement.id for each in outcomes if each.verdict in IN_FORCE}
    return not said & in_force and {each.statement.id for each in turn.kept} <= in_force


def outcomes_as_before(turn: Turn, outcomes: Sequence[StatementOutcome]) -> tuple[StatementOutcome, ...]:
    """Return the outcomes of a turn that changes nothing, with those of statements that were to be replaced."""
    told = {each.statement.id for each in outcomes}
    before = turn.head.in_force if turn.head is not None else ()
    left = [_as_before(each) for each in before if each.statement.id not in told]
    places = {each.statement.id: place for place, each in enumerate(before)}
    return tuple(sorted((*outcomes, *left), key=lambda each: places.get(each.statement.id, len(places))))


def _kept_before(turn: Turn) -> tuple[StatementInForce, ...]:
    """Return what the turn keeps if nothing but replacing takes a statement out of force."""
    gone = {*turn.dropped, *(each.id for each in turn.said)}
    before = turn.head.in_force if turn.head is not None else ()
    return tuple(each for each in before if each.statement.id not in gone)


def _as_before(entry: StatementInForce) -> StatementOutcome:
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
