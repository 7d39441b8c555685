"""A specification and the problem it belongs to."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import StringConstraints

from plancritic.contracts.envelope import Contract

#: The name of an object in the object store: SHA-256 as 64 hexadecimal digits.
ObjectHash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


#: Constraints of one job, at most: the largest that a search made have some dozens.
MAXIMUM_CONSTRAINTS = 1_000

#: How much a constraint is wanted: a must is never left out, a should counts more than any number of nices.
Strength = Literal["must", "should", "nice"]
#: The strongest first.
STRENGTHS: tuple[Strength, ...] = get_args(Strength)


class TracedConstraint(Contract):
    """One PDDL3 constraint and the ids of the statements it came from (none if mutation added it).

    `evolved` says that no reading of those statements has it: mutation made it of one, or added it.
    """

    constraint: str
    statements: tuple[str, ...] = ()
    strength: Strength = "must"
    evolved: bool = False


class ProblemReference(Contract):
    """A problem of a published domain bundle; `bundle` is the bundle's SHA-256 in the object store."""

    domain: str
    problem: str
    bundle: ObjectHash


class PddlTexts(Contract):
    """A domain and a problem that nobody published: the SHA-256 of their PDDL texts (UTF-8) in the object store.

    Put the texts there first (`Client.put_object` gives the hash back).
    """

    domain_text: ObjectHash
    problem_text: ObjectHash


#: Where a job's domain and problem come from.
ProblemSource = ProblemReference | PddlTexts
