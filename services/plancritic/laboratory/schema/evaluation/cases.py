"""The domains that an evaluation looks at: in words, as reference, with a problem and recorded answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions import read_description, skeleton_of
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.files import read_text
from plancritic.pddl.language import Domain, PddlSyntaxError, Problem, parse_domain, parse_problem
from plancritic.schema_library.candidates.candidate import Library
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.candidates.sources import RecordedAnswers

REGISTERS: tuple[Register, ...] = ("detailed", "layman")
DESCRIPTION_FILE = "description.yaml"
REFERENCE_FILE = "domain.pddl"


@dataclass(frozen=True)
class EvaluationDomain:
    """A domain in words with its problem, the reference that nobody who models it sees, and the folder of both.

    `skeleton` has types and predicates of the description, `problem` is read in it; the texts are PDDL.
    """

    folder: Path
    description: DomainDescription
    skeleton: Domain
    problem: Problem
    problem_text: str
    reference: Domain
    reference_text: str

    @property
    def name(self) -> str:
        """The domain's name."""
        return self.description.domain

    async def answers(self, register: Register, instances: int | None = None) -> Mapping[str, str]:
        """Return the recorded answers by instance, of the first ones or of all.

        Raises:
            ContractError: There are none, or fewer than asked for.
        """
        recorded = RecordedAnswers(self.folder / "recordings" / register, instances)
        return (await recorded.collect(self.description, register, {}, _forget)).answers

    def library(self, register: Register, answers: Mapping[str, str]) -> Library:
        """Return the candidates that the answers hold."""
        return library_of(self.description, register, answers)


def read_domains(folder: Path, names: tuple[str, ...] = ()) -> tuple[EvaluationDomain, ...]:
    """Read the domains of a folder, each in a folder of its own with a reference; of these names where any is given.

    Raises:
        ContractError: A domain is missing or cannot be read, or has no problem.
    """
    found = {each.parent.name: each.parent for each in sorted(folder.glob(f"*/{REFERENCE_FILE}"))}
    missing = [each for each in names if each not in found]
    if missing or not found:
        what = f"no domain {missing[0]!r} in this folder" if missing else "no domain in this folder"
        remedy = (
            f"known: {', '.join(found)}"
            if found
            else f"name a folder of folders with {REFERENCE_FILE} and {DESCRIPTION_FILE}"
        )
        raise _fault(folder, what, remedy)
    return tuple(_read(found[each]) for each in names or found)


def _read(folder: Path) -> EvaluationDomain:
    description = read_description(folder / DESCRIPTION_FILE)
    if description.problem is None:
        raise _fault(folder / DESCRIPTION_FILE, "no problem", "write problem.pddl beside it")
    skeleton = skeleton_of(description)
    file = folder / REFERENCE_FILE
    try:
        text = read_text(file)
        reference = parse_domain(text, REFERENCE_FILE)
    except (DomainFolderError, PddlSyntaxError) as error:
        raise _fault(file, f"the reference domain cannot be read: {error}", "restore it") from error
    unlike = set(reference.actions) ^ {each.lower() for each in description.actions}
    if unlike:
        raise _fault(file, f"described and reference actions differ: {', '.join(sorted(unlike))}", "name them alike")
    problem = parse_problem(description.problem, skeleton)
    return EvaluationDomain(folder, description, skeleton, problem, description.problem, reference, text)


async def _forget(instance: str, answer: str) -> None:
    """Answers that are read from files need not be kept."""


def _fault(file: Path, message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy, file=str(file)))
