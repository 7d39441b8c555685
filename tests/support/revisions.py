"""Revisions of sessions with sensible contents; name what the test is about, leave the rest."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.support.builders import WATERWAY, statement

from plancritic.contracts.sessions import Revision, StatementInForce, StatementNotInForce

PLAN = "0.000: (noop) [1.000]"
READ = "(sometime (at sct_ast_0 wpt_a_0))"


def entry(text: str, name: str = "s1", **changes: Any) -> StatementInForce:
    """A statement in force since turn 1, clearly read."""
    fields: dict[str, Any] = {
        "statement": statement(text, name),
        "constraints": (READ,),
        "mid_level_goal": text,
        "score": 0.9,
        "turn": 1,
        "verdict": "adhered",
        "reading": "clear",
    }
    return StatementInForce(**(fields | changes))


def left_out(text: str, name: str = "s1", **changes: Any) -> StatementNotInForce:
    """A statement of turn 1 that was not understood."""
    fields: dict[str, Any] = {
        "statement": statement(text, name),
        "why": "not_understood",
        "turn": 1,
        "verdict": "not_understood",
    }
    return StatementNotInForce(**(fields | changes))


def revision(*in_force: StatementInForce, **changes: Any) -> Revision:
    """The first revision of session-1, on waterway 1."""
    numbers = [int(each.statement.id[1:]) for each in in_force if each.statement.id[1:].isdigit()]
    fields: dict[str, Any] = {
        "id": "1-0000000000000000",
        "number": 1,
        "session": "session-1",
        "parent": None,
        "run": "run-1",
        "problem": WATERWAY,
        "plan": PLAN,
        "steps": (),
        "specification": (),
        "in_force": in_force,
        "last_statement": max(numbers, default=0),
        "translator": "offline",
        "created": datetime(2030, 1, 1, tzinfo=UTC),
    }
    return Revision(**(fields | changes))
