"""What `plancritic show` is asked for: a run, a session, a problem of a domain, or PDDL files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plancritic.client import check_identifier
from plancritic.command_line.exit_codes import bad_input
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import PROBLEM_NAME

_PROBLEM = re.compile(rf"(?P<domain>[a-z][a-z0-9_-]{{0,63}})/(?P<problem>{PROBLEM_NAME[1:-1]})")
_USAGE = (
    "plancritic show RUN, show SESSION, show DOMAIN/PROBLEM such as waterway/1, or show domain.pddl problem.pddl [PLAN]"
)


@dataclass(frozen=True)
class Named:
    """A run or a session, by the beginning of its id."""

    name: str


@dataclass(frozen=True)
class ProblemOfDomain:
    """A problem of a domain: of the folder of domains, else of those published."""

    domain: str
    problem: str


@dataclass(frozen=True)
class Files:
    """A domain's and a problem's PDDL, with a plan or without; and constraints on it."""

    domain: Path
    problem: Path
    plan: Path | None = None
    constraints: Path | None = None


Target = Named | ProblemOfDomain | Files


def read_target(words: Sequence[str], domain: str | None, problem: str, constraints: Path | None = None) -> Target:
    """Return what is named by arguments and by `--domain` and `--problem`.

    Raises:
        CommandFault: nothing is named, or more than one thing.
    """
    if (domain is None) == (not words):
        message = (
            "no run, session or problem is named"
            if domain is None
            else "--domain and an argument both name what to show"
        )
        bad_input(FaultCode.INVALID_MESSAGE, message, _USAGE)
    if domain is not None:
        target: Target = ProblemOfDomain(domain, problem)
    elif len(words) in (2, 3):
        plan = Path(words[2]) if len(words) == 3 else None
        return Files(Path(words[0]), Path(words[1]), plan, constraints)
    elif len(words) > 3:
        bad_input(FaultCode.INVALID_MESSAGE, f"{len(words)} arguments are too many", _USAGE)
    elif found := _PROBLEM.fullmatch(words[0]):
        target = ProblemOfDomain(found["domain"], found["problem"])
    else:
        target = Named(_identifier(words[0]))
    if constraints is not None:
        bad_input(FaultCode.INVALID_MESSAGE, "--constraints works only with PDDL files", _USAGE)
    return target


def _identifier(word: str) -> str:
    if word.endswith(".pddl"):
        bad_input(
            FaultCode.INVALID_MESSAGE, "only one PDDL file is named", "name both the domain file and the problem file"
        )
    return check_identifier(word, "run")
