"""A library as bytes: the description, every answer as it came, and the candidates made of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import orjson
from pydantic import Field, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.pddl.language import PddlSyntaxError
from plancritic.schema_library.candidates.candidate import Candidate, Correction, Dropped, Library
from plancritic.schema_library.candidates.skeleton import schema_of, skeleton_of


class StoredCorrection(Contract):
    """One thing that was mended."""

    kind: str
    text: str


class StoredCandidate(Contract):
    """One candidate; its text is canonical PDDL."""

    text: str
    instances: tuple[str, ...] = Field(min_length=1)
    corrections: tuple[StoredCorrection, ...] = ()


class StoredBlock(Contract):
    """A block that was dropped."""

    action: str | None
    instance: str
    text: str
    reason: str


class StoredLibrary(Contract):
    """A library with what it was made of.

    `answers` has what each instance wrote, verbatim, so that a library can be made anew and an interrupted one goes on;
    `candidates` are by action, in the description's order.
    """

    description: DomainDescription
    # `register` is a name that pydantic's base class has.
    described_in: Register
    answers: dict[str, str] = Field(default_factory=dict)
    failures: dict[str, Fault] = Field(default_factory=dict)
    candidates: dict[str, tuple[StoredCandidate, ...]] = Field(default_factory=dict)
    dropped: tuple[StoredBlock, ...] = ()

    @property
    def key(self) -> str:
        """The address that its content has: the same description in the same register."""
        return library_key(self.description, self.described_in)

    def library(self) -> Library:
        """Return the library as a value.

        Raises:
            ContractError: A declaration or a candidate cannot be read as PDDL.
        """
        skeleton = skeleton_of(self.description)
        try:
            candidates = {
                action: tuple(
                    Candidate(
                        action,
                        schema_of(skeleton, each.text),
                        each.text,
                        each.instances,
                        tuple(Correction(one.kind, one.text) for one in each.corrections),
                    )
                    for each in several
                )
                for action, several in self.candidates.items()
            }
        except PddlSyntaxError as error:
            raise _damaged(f"a candidate is no legal PDDL: {error.message}") from None
        dropped = tuple(Dropped(each.action, each.instance, each.text, each.reason) for each in self.dropped)
        return Library(skeleton, candidates, dropped)


def library_key(description: DomainDescription, register: Register) -> str:
    """Return the hash of what a library is made from: the description and the register.

    The problem is no part of it: candidates do not depend on it.
    """
    content = description.model_dump(mode="json", exclude={"problem"})
    # The order of actions and predicates is that of the prompt, so it counts.
    return hashlib.sha256(orjson.dumps([register, content])).hexdigest()


def stored(
    library: Library,
    description: DomainDescription,
    register: Register,
    answers: Mapping[str, str],
    failures: Mapping[str, Fault] | None = None,
) -> StoredLibrary:
    """Return a library together with what it was made of."""
    return StoredLibrary(
        description=description,
        described_in=register,
        answers=dict(answers),
        failures=dict(failures or {}),
        candidates={
            action: tuple(
                StoredCandidate(
                    text=each.text,
                    instances=each.instances,
                    corrections=tuple(StoredCorrection(kind=one.kind, text=one.text) for one in each.corrections),
                )
                for each in several
            )
            for action, several in library.candidates.items()
        },
        dropped=tuple(
            StoredBlock(action=each.action, instance=each.instance, text=each.text, reason=each.reason)
            for each in library.dropped
        ),
    )


def to_bytes(library: StoredLibrary) -> bytes:
    """Return a stored library as JSON; the same library gives the same bytes."""
    return orjson.dumps(library.model_dump(mode="json"))


def from_bytes(content: bytes) -> StoredLibrary:
    """Return the stored library that JSON holds.

    Raises:
        ContractError: It holds none.
    """
    try:
        return StoredLibrary.model_validate_json(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise _damaged(f"{place}: {first['msg']}") from None


def _damaged(reason: str) -> ContractError:
    message, remedy = f"the stored library cannot be read: {reason}", "generate it anew"
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
