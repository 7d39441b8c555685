"""What may speak for a plan doing what a statement means, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, WithJsonSchema

#: What may speak for a plan doing what a statement means: the learned scorer; the exact check of the statement's
#: best reading; how alike the statement and that reading in words are, which makes the check weigh more or less.
EvidenceName = Literal["scorer", "check", "back_translation"]
EVIDENCE: tuple[EvidenceName, ...] = get_args(EvidenceName)


def evidence_named(names: Sequence[str]) -> tuple[EvidenceName, ...]:
    """The sources of evidence of these names, in the order of `EVIDENCE`.

    Raises:
        ValueError: a name is unknown, or what is named says nothing of a plan.
    """
    unknown = [name for name in names if name not in EVIDENCE]
    if unknown:
        raise ValueError(f"no evidence is called {unknown[0]!r}: there are {', '.join(EVIDENCE)}")
    if "back_translation" in names and "check" not in names:
        raise ValueError("back_translation says how sure a reading is, not what a plan does: name check beside it")
    if not names:
        raise ValueError(f"some evidence has to count: {' or '.join(EVIDENCE[:2])}, or both")
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
