"""What is kept of a run."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from plancritic.contracts.runs import RunStanding
from plancritic.contracts.service import RunState


class RunRecord(RunStanding):
    """A run as the bucket keeps it.

    `digest` is that of the body of the message `submitted`: anyone may copy an id. Once
    `end` is set (the body of the end event on the row `end_row`) it is decided how the run ended, whoever publishes it.
    `end_key` keys the ids of the end in its later versions, so that who sees one cannot tell the next.
    """

    state: RunState
    #: None in records of versions that kept none.
    digest: str | None = None
    #: The token of the newest lease under which the run is carried: older ones change nothing here any more.
    lease: int = 0
    #: What the person answered, by question: the number of a choice, or None for none of them; or that nobody will.
    answers: dict[str, int | None] = Field(default_factory=dict)
    skipped: tuple[str, ...] = ()
    #: Keys the ids of the jobs and events of a run that keeps no checkpoint.
    key: str = ""
    end_row: str | None = None
    end: dict[str, Any] | None = None
    end_key: str = ""
