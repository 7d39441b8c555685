"""What a person says no to: the reading of what was said last."""

from __future__ import annotations

import re

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.questions import RejectedReading
from plancritic.contracts.sessions import Revision
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.session_commands import AmbiguousTarget, Spoken, Target
from plancritic.coordinator.sessions.faults import listed
from plancritic.coordinator.understanding.questions import Effect

_OTHER = re.compile(r"\b(?:the )?other (?:one|reading|meaning|way)\b", re.IGNORECASE)


def rejected(said: Statement, head: Revision, chosen: Effect | None) -> Spoken | None:
    """Return the turn in which a statement of the last turn is read otherwise; None where that turn said none.

    An accepted revision has no reading left to say no to.

    Raises:
        AmbiguousTarget: the last turn said several statements.
    """
    last = [each for each in head.in_force if each.turn == head.number and head.restores is None]
    if not last or head.accepted:
        return None
    targets = [Target(each, "it is read otherwise, or asked about") for each in last]
    meant = [each for each in targets if each.is_chosen(chosen)] or targets
    if len(meant) > 1:
        fault = Fault(
            code=FaultCode.AMBIGUOUS_NAME,
            message=f"{said.text!r} may be about {len(last)} statements; nothing was changed",
            remedy=f"name the one that was read wrongly: {listed(last)}",
        )
        raise AmbiguousTarget(said, fault, targets)
    statement = meant[0].entry.statement
    other = bool(_OTHER.search(said.text))
    sentence = f"{said.text!r}: statement {statement.id} ({statement.text!r}) was read wrongly."
    return Spoken((), rejected=(RejectedReading(statement=statement.id, other=other),), taken_as=(sentence,))
