"""What a refiner knows of the true domain: words, and problems with what is known of each."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.messages import Landmark


@dataclass(frozen=True)
class FeedbackProblem:
    """A problem and what is known of it.

    `plans` work; some action of each of the `landmarks` is in every right plan; the steps of `allowed` can be taken,
    wherever they lead; those of `refused` can be taken but for the last one; of those of `unknown` nobody knows whether
    the last can.
    """

    text: str
    plans: tuple[tuple[Step, ...], ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    allowed: tuple[tuple[Step, ...], ...] = ()
    refused: tuple[tuple[Step, ...], ...] = ()
    unknown: tuple[tuple[Step, ...], ...] = ()


@dataclass(frozen=True)
class RefinementTask:
    """What a refiner knows of the true domain: words, and problems with what is known of each."""

    description: DomainDescription
    problems: tuple[FeedbackProblem, ...]
