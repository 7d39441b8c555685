"""Jobs for the scorer: plans x statements in, adherence out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from plancritic.contracts.envelope import Message
from plancritic.contracts.specification import ObjectHash, ProblemReference

#: What may speak for a plan doing what a statement means: the learned scorer; the exact check of the statement's
#: best reading; how alike the statement and that reading in words are, which makes the check weigh more or less.
EvidenceName = Literal["scorer", "check", "back_translation"]
EVIDENCE: tuple[EvidenceName, ...] = get_args(EvidenceName)


def evidence_named(names: Sequence[str]) -> tuple[EvidenceName, ...]:
    """Return the sources of evidence of these names, in the order of `EVIDENCE`.

    Raises:
        ValueError: a name is unknown, or what is named says nothing of a plan.
    """
    unknown = [name for name in names if name not in EVIDENCE]
    if unknown:
        raise ValueError(f"there is no evidence {unknown[0]!r}: choose from {', '.join(EVIDENCE)}")
    if "back_translation" in names and "check" not in names:
        raise ValueError("back_translation tells how sure a reading is, not what a plan does: add check")
    if not names:
        raise ValueError(f"name at least one kind of evidence: {' or '.join(EVIDENCE[:2])}, or both")
    return tuple(name for name in EVIDENCE if name in names)


#: What may count in a run.
CountedEvidence = Annotated[
    tuple[EvidenceName, ...],
    BeforeValidator(lambda names: evidence_named(list(map(str, names))) if isinstance(names, list | tuple) else names),
    WithJsonSchema(
        {
            "type": "array",
            "enum": [
                ["scorer"],
                ["check"],
                ["scorer", "check"],
                ["check", "back_translation"],
                ["scorer", "check", "back_translation"],
            ],
        }
    ),
]


#: What judged: a network that was trained for the domain, or the reader that all domains share.
JudgedBy = Literal["model", "reader"]


class ScorePlans(Message):
    """Job: judge with the learned scorer whether each plan adheres to each text.

    `texts` are statements in a person's words. `model` is the hash of the model's archive in the object
    store, or that of the shared reader; one run names the same model in all its jobs. Without it the domain's current
    one is taken, and where the domain has none the shared reader.
    """

    problem: ProblemReference
    plans: tuple[str, ...] = Field(min_length=1, max_length=1000)
    texts: tuple[str, ...] = Field(min_length=1, max_length=1000)
    model: ObjectHash | None = None


class Scores(Message):
    """Result of `ScorePlans`: `adherence[i][j]` is the probability, in [0, 1], that plan i adheres to text j."""

    kind: Literal["scores"] = "scores"
    job: str
    #: The model's name, for people.
    model: str
    #: The hash of the archive of the model that judged; a job that names it is judged by this very model.
    version: ObjectHash
    #: `reader`: the domain has no model. Its word is no second opinion where the same reader proposed the readings.
    judged_by: JudgedBy = "model"
    #: At or above it the model calls a plan adherent.
    threshold: float
    #: Between these probabilities the model is unsure (see `is_unsure`): the answer is not to be relied on.
    unsure: tuple[float, float]
    adherence: tuple[tuple[float, ...], ...]


def is_unsure(probability: float, band: tuple[float, float]) -> bool:
    """Whether a model with this band is unsure of a probability: between the ends, of the ends themselves it is sure.

    So a model with a band whose ends are one is always sure.
    """
    low, high = band
    return low < probability < high
