"""A problem and what is known of the true domain there: right plans, landmarks, and answers to questions."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from plancritic.contracts.envelope import Contract

#: A step of a plan: the action's name, then its objects.
Step = Annotated[tuple[Annotated[str, Field(min_length=1, max_length=200)], ...], Field(min_length=1, max_length=100)]
#: A plan, or the beginning of one.
Steps = Annotated[tuple[Step, ...], Field(max_length=10_000)]
#: Steps of which the last one is what is known about.
Beginning = Annotated[tuple[Step, ...], Field(min_length=1, max_length=10_000)]
#: A disjunctive action landmark: some step of it is in every right plan.
Landmark = Annotated[tuple[Step, ...], Field(min_length=1, max_length=10_000)]


class KnownProblem(Contract):
    """A problem (PDDL text) and what is known of it.

    `plans` work; some step of each of the `landmarks` is in every right plan. `timed_plans` work too; they are PDDL
    plan texts with times and durations, for a domain whose actions take time. The others are answers to questions, any
    of which may be wrong: the steps of `allowed` can be taken, wherever they lead; those of `refused` can be taken but
    for the last one; about the last step of those of `unknown` nobody knows, so that it is not asked about again. An
    answer about the steps of one of `withdrawn` was taken back, and counts no more.

    Where `text` is the STRIPS part of a problem with time or numbers, `with_numbers` is that problem.
    """

    text: str = Field(min_length=1)
    plans: tuple[Steps, ...] = Field(default=(), max_length=1_000)
    landmarks: tuple[Landmark, ...] = Field(default=(), max_length=10_000)
    allowed: tuple[Beginning, ...] = Field(default=(), max_length=10_000)
    refused: tuple[Beginning, ...] = Field(default=(), max_length=10_000)
    timed_plans: tuple[Annotated[str, Field(min_length=1)], ...] = Field(default=(), max_length=1_000)
    with_numbers: str | None = None
    unknown: tuple[Beginning, ...] = Field(default=(), max_length=10_000)
    withdrawn: tuple[Beginning, ...] = Field(default=(), max_length=10_000)

    @property
    def standing(self) -> KnownProblem:
        """The problem without the answers that were taken back."""
        if not self.withdrawn:
            return self
        gone = set(self.withdrawn)

        def left(answers: tuple[Steps, ...]) -> tuple[Steps, ...]:
            return tuple(each for each in answers if each not in gone)

        return self.model_copy(
            update={
                "allowed": left(self.allowed),
                "refused": left(self.refused),
                "unknown": left(self.unknown),
                "withdrawn": (),
            }
        )
