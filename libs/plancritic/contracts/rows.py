"""What a row of the table of subjects says, and the names that a deployment gives to subjects."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from plancritic.contracts.envelope import Contract, Envelope, Message


class Kind(StrEnum):
    """How a message travels."""

    JOB = "job"  # JetStream work queue: explicit ack, bounded redelivery
    RESULT = "result"  # the answer to a job, in a stream of its own, its subject ending in the job's id
    ASK = "ask"  # core request/reply
    EVENT = "event"  # what happened, recorded


@dataclass(frozen=True)
class Subject:
    """One row of the table.

    `answer` is the class of the reply to an ask, `result` the row that answers a job. `publishers` and
    `consumers` are service names; `client` stands for the command line, the console, an operations system.
    """

    kind: Kind
    noun: str
    verb: str
    message: type[Message]
    publishers: tuple[str, ...]
    consumers: tuple[str, ...]
    description: str
    answer: type[Contract] | None = None
    result: Subject | None = None
    #: Of an ask: whether every copy of its consumers answers, not one of them.
    every_copy: bool = False

    @property
    def name(self) -> str:
        """Kind, noun and verb: the part of a subject that the row fixes, the same in every version."""
        return f"{self.kind}.{self.noun}.{self.verb}"

    @property
    def version(self) -> int:
        """The major version of the row's message."""
        return self.message.VERSION


@dataclass(frozen=True)
class Naming:
    """The part of a subject that a deployment fixes: namespace (replay takes another) and tenant."""

    namespace: str = "plancritic"
    tenant: str = "default"

    @property
    def prefix(self) -> str:
        """The pattern of what all subjects of this deployment and tenant begin with, in every version."""
        return f"{self.namespace}.*.{self.tenant}"

    def base(self, subject: Subject) -> str:
        """Return what all subjects of a row begin with."""
        return f"{self.namespace}.v{subject.version}.{self.tenant}.{subject.name}"

    def publish(self, subject: Subject, envelope: Envelope, job: str | None = None) -> str:
        """The exact subject a message goes to; a result's ends in the id of the job it answers."""
        base = self.base(subject)
        if subject.kind is Kind.ASK:
            return base
        if subject.kind is Kind.RESULT:
            if job is None:
                raise ValueError(f"a result on {subject.name!r} needs the id of its job")
            return f"{base}.{envelope.session_id}.{job}"
        return f"{base}.{envelope.session_id}"

    def subscribe(self, subject: Subject, session_id: str | None = None) -> str:
        """Return the pattern that matches every message of a row, or only one session's."""
        base = self.base(subject)
        if subject.kind is Kind.ASK:
            return base
        return (
            f"{base}.{session_id}.>"
            if session_id and subject.kind is Kind.RESULT
            else (f"{base}.{session_id}" if session_id else f"{base}.>")
        )

    def all_of(self, kind: Kind) -> str:
        """Return the pattern of every subject of a kind, of every version and tenant: what its stream holds."""
        return f"{self.namespace}.*.*.{kind}.>"
