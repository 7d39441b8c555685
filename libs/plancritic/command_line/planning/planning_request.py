"""What `plan` and `explain` ask for, read from files, and the verdicts on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.input_files import read_text_file
from plancritic.contracts.errors import ContractError
from plancritic.contracts.planning import SolveLimits, TimedOut, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.syntax_faults import syntax_fault
from plancritic.pddl.language import without_comments
from plancritic.threads import in_thread

if TYPE_CHECKING:
    from plancritic.verdicts import Verdicts


@dataclass(frozen=True)
class PlanningFiles:
    """Domain, problem and constraints as texts, with the files they came from; no file of constraints is none.

    Comments of domain and problem are left out: they may be megabytes, and everything else keeps its place.
    """

    domain_file: Path
    problem_file: Path
    constraints_file: Path | None
    domain: str
    problem: str
    constraints: str

    @classmethod
    def read(cls, domain: Path, problem: Path, constraints: Path | None) -> Self:
        """Read the files.

        Raises:
            CommandFault: One of them is no readable text.
        """
        return cls(
            domain,
            problem,
            constraints,
            without_comments(read_text_file(domain, "domain")),
            without_comments(read_text_file(problem, "problem")),
            "" if constraints is None else read_text_file(constraints, "constraints"),
        )

    def specification(self) -> tuple[TracedConstraint, ...]:
        """Return the constraints, checked against the problem.

        Raises:
            PddlSyntaxError: A text is no valid PDDL, or a constraint does not fit; it names file, line and column.
        """
        from plancritic.command_line.planning.specification import read_specification

        return read_specification(
            self.domain,
            self.problem,
            self.constraints,
            str(self.domain_file),
            str(self.problem_file),
            str(self.constraints_file or "constraints"),
        )


class Planning:
    """Verdicts on the files, by one engine or by all that are here."""

    def __init__(self, files: PlanningFiles, verdicts: Verdicts, name: str) -> None:
        self._files = files
        self._verdicts = verdicts
        self._name = name

    async def verdict(
        self,
        limits: SolveLimits,
        specification: Sequence[TracedConstraint] | None = None,
        explain: bool = True,
        improve: bool = False,
        stop: asyncio.Event | None = None,
    ) -> Verdict:
        """Return the verdict on a specification, by default that of the files; with `explain` why it is impossible.

        Setting `stop` ends an anytime search with the best plan until then.
        """
        from plancritic.pddl.language import PddlSyntaxError

        started = time.monotonic()
        try:
            asked = tuple(specification or ())
            if specification is None:
                asked = await in_thread(self._files.specification, limits.seconds)
        except PddlSyntaxError as error:
            return syntax_fault(error, self._name)
        except TimeoutError:
            seconds = time.monotonic() - started
            return TimedOut(engine=self._name, limit_seconds=limits.seconds, seconds=seconds)
        return await self._verdicts.verdict(
            self._files.domain,
            self._files.problem,
            asked,
            limits,
            explain_clash=explain,
            relax=explain,
            improve=improve,
            stop=stop,
            domain_file=str(self._files.domain_file),
            problem_file=str(self._files.problem_file),
        )


@asynccontextmanager
async def planning(files: PlanningFiles, engine: str | None, race: bool = False) -> AsyncIterator[Planning]:
    """Start the planners for the time of the context; all their processes end with it.

    With `race` two strategies of the portfolio run at once.

    Raises:
        CommandFault: The engine is not in the table or not here; both are bad input.
    """
    # Imported here: `--help` should not wait for the planner's libraries.
    from plancritic.verdicts import Verdicts, portfolio, standard_judges

    try:
        planners = portfolio(engine, race=race)
    except ContractError as error:
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from None
    verdicts = Verdicts(planners, standard_judges())
    try:
        yield Planning(files, verdicts, engine or "kairos")
    finally:
        await verdicts.close()
