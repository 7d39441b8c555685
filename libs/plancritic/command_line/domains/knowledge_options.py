"""Options that say what is known of a domain that is to be repaired, and how it is repaired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.command_line.exit_codes import bad_input
from plancritic.command_line.options import finite
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.modelling.known_problem import Steps as KnownSteps
from plancritic.contracts.refinement.messages import PipelineName, ProposerName, RefinementRequested

if TYPE_CHECKING:
    from plancritic.domains.knowledge import KeptAnswer
    from plancritic.pddl.language import Domain

Problems = Annotated[
    list[Path] | None, typer.Option("--problem", metavar="FILE", help="A problem (PDDL); repeat it for more.")
]
Plans = Annotated[
    list[Path] | None,
    typer.Option(
        "--plan",
        metavar="FILE",
        help="A plan that works. The first --plan is for the first --problem, and so on; with one --problem all "
        "are for it.",
    ),
]
FeedbackPlace = Annotated[
    Path | None,
    typer.Option(
        "--feedback",
        metavar="FILE|FOLDER",
        help="feedback.yaml with problems, plans, landmarks and answers; or a folder with it, or with NAME.pddl and "
        "NAME.plan.",
    ),
]
Answers = Annotated[
    Path | None,
    typer.Option(
        "--answers", metavar="FILE", help="File of answers to questions: read first, and new answers are added."
    ),
]
Ask = Annotated[bool, typer.Option("--ask", help="Ask the refiner's questions here, at a terminal.")]
ErrorRate = Annotated[
    float | None,
    typer.Option(
        "--error-rate",
        min=0,
        max=0.49,
        callback=finite,
        help="Share of the answers that may be wrong; by default the refiner's (0.05). "
        "0: all are right, and none may contradict another.",
    ),
]
Pipeline = Annotated[
    PipelineName, typer.Option(help="How to search for better domains: our pipeline, or a published one.")
]
Proposer = Annotated[ProposerName, typer.Option(help="What changes domains in the published pipelines.")]
Steps = Annotated[int | None, typer.Option(min=1, max=100_000, help="Search at most this many steps.")]
Seed = Annotated[
    int,
    typer.Option(min=0, max=2**31 - 1, help="Seed for random choices of the search; our own pipeline makes none."),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        min=0.1, max=86_400, callback=finite, help="Time limit in seconds; the best domain found is returned."
    ),
]


@dataclass(frozen=True)
class Search:
    """How a domain is to be repaired."""

    pipeline: PipelineName
    proposer: ProposerName
    steps: int | None
    seed: int
    seconds: float | None
    #: The share of answers that may be wrong; None: the refiner's own.
    error_rate: float | None = None

    def request(
        self, description: DomainDescription, domain: str, problems: Sequence[KnownProblem]
    ) -> RefinementRequested:
        """Return the request to repair a domain by what is known."""
        deadline = None if self.seconds is None else datetime.now(UTC) + timedelta(seconds=self.seconds)
        return RefinementRequested(
            envelope=Envelope.start(),
            # The problem of a description is one of the main job's; what counts here stands in `problems`.
            description=description.model_copy(update={"problem": None}),
            domain=domain,
            problems=tuple(problems),
            pipeline=self.pipeline,
            proposer=self.proposer,
            most_steps=self.steps,
            seed=self.seed,
            answer_error_rate=self.error_rate,
            deadline=deadline,
        )


@dataclass(frozen=True)
class Known:
    """What is known of a domain, without the answers; and these, with the file that keeps them."""

    problems: tuple[KnownProblem, ...]
    answers: tuple[KeptAnswer, ...]
    file: Path | None

    def with_answer(self, problem: int, steps: KnownSteps, taken: int | None) -> Known:
        """Return it with one more answer (None: nobody knows), written to the file where there is one."""
        from plancritic.domains.knowledge import KeptAnswer

        return self._kept((*self.answers, KeptAnswer(problem, steps, taken)))

    def without_answer(self, number: int | None) -> Known | None:
        """Return it with an answer taken back, by its number from one, or else the last one; None: there is none."""
        standing = [place for place, each in enumerate(self.answers) if not each.is_withdrawn]
        place = (standing[-1] if standing else None) if number is None else number - 1
        if place is None or place not in standing:
            return None
        answers = list(self.answers)
        answers[place] = replace(answers[place], is_withdrawn=True)
        return self._kept(tuple(answers))

    def number_of(self, problem: int, steps: KnownSteps, is_possible: bool) -> int | None:
        """Return the number, from one, of the answer that all these steps can be taken, or that the last one cannot.

        None where no answer that still stands says so.
        """
        for number, each in enumerate(self.answers, 1):
            if each.taken is None or each.is_withdrawn or each.problem != problem:
                continue
            said = each.steps if is_possible else each.steps[: each.taken + 1]
            if said == steps and (each.taken == len(each.steps)) == is_possible:
                return number
        return None

    def _kept(self, answers: tuple[KeptAnswer, ...]) -> Known:
        from plancritic.domains.knowledge import write_answers

        known = Known(self.problems, answers, self.file)
        if self.file is not None:
            try:
                write_answers(self.file, known.answers, known.problems)
            except OSError as error:
                message = f"the answers cannot be saved ({error.strerror})"
                bad_input(FaultCode.INVALID_MESSAGE, message, "name another file", str(self.file))
        return known

    def conflict(self, problem: int, steps: KnownSteps, taken: int) -> str | None:
        """Say why one more answer contradicts what is surely known; None where it does not."""
        from plancritic.domains.knowledge import KeptAnswer, conflict_of, without_answers

        return conflict_of(without_answers(self.problems[problem]), KeptAnswer(problem, steps, taken))

    def contradiction(self, problem: int, steps: KnownSteps, taken: int) -> str | None:
        """Say which other answer one more contradicts, any of which may be wrong; None where it contradicts none."""
        from plancritic.domains.knowledge import KeptAnswer, conflict_of

        return conflict_of(self.all[problem], KeptAnswer(problem, steps, taken))

    @property
    def all(self) -> tuple[KnownProblem, ...]:
        """The problems with what the answers tell of them."""
        from plancritic.domains.knowledge import with_answers

        return with_answers(self.problems, self.answers)


def read_known(
    description: DomainDescription,
    problems: Sequence[Path],
    plans: Sequence[Path],
    feedback: Path | None,
    answers: Path | None,
    start: Domain | None = None,
    may_be_wrong: bool = True,
) -> Known:
    """Return what the options name; `start` is the domain that is to be repaired, where there is one already.

    Where answers `may_be_wrong` they may contradict each other.

    Raises:
        ContractError, CommandFault: something is missing or wrong; the fault names file, line and remedy.
    """
    from plancritic.domains.knowledge import declared_steps, read_answers, read_feedback, read_problem

    if len(plans) > len(problems) and len(problems) != 1:
        message = f"{len(plans)} plans for {len(problems)} problems: which plan is for which problem?"
        remedy = "give each --problem its --plan in the same order, or write a feedback.yaml for --feedback"
        bad_input(FaultCode.INVALID_MESSAGE, message, remedy)
    declared = declared_steps(description, start)
    of_problem = [plans] if len(problems) == 1 else [plans[number : number + 1] for number in range(len(problems))]
    found = [read_problem(each, own, declared) for each, own in zip(problems, of_problem, strict=True)]
    if feedback is not None:
        found += read_feedback(feedback, declared)
    known = tuple(found)
    kept = read_answers(answers, known, declared, may_be_wrong) if answers is not None and answers.exists() else ()
    return Known(known, kept, answers)
