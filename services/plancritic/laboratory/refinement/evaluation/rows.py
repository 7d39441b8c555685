"""What one run came to, and the file that keeps the rows of an evaluation."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from plancritic.laboratory import row_file
from plancritic.pddl.faults import STRUCTURAL_KINDS, StructuralKind
from plancritic.refiner.proposers.opening import ProposerName

#: What is wrong with a start: single edits, drawn in turn, or one larger fault.
StartKind = Literal["edits"] | StructuralKind
START_KINDS: tuple[StartKind, ...] = ("edits", *STRUCTURAL_KINDS)


class RunKey(NamedTuple):
    """Which run a row is of.

    A start is known by domain, seed of the evaluation, number or recorded name, how many faults were drawn, and of
    which kind. `landmarks`: they were known to the run, which had `limit` seconds (None: no limit).
    """

    domain: str
    seed: int
    start: int | str
    faults: int
    pipeline: str
    kind: StartKind = "edits"
    landmarks: bool = True
    limit: float | None = None


class StartRow(BaseModel):
    """A start: its number, its seed, and the faults that the seed drew, in words, or the name of a `recorded` one.

    `kind` is that of its faults; recorded starts have the kind `edits`, which says nothing about them.
    """

    model_config = ConfigDict(frozen=True)

    number: int
    seed: int
    faults: tuple[str, ...] = ()
    recorded: str | None = None
    kind: StartKind = "edits"

    @property
    def name(self) -> str:
        """How a person calls it."""
        told = f"{len(self.faults)} faults" if self.kind == "edits" else self.kind
        return self.recorded or f"{self.number} ({told}, seed {self.seed})"


class RunRow(BaseModel):
    """One pipeline on one start.

    `hde` is that of the result, from 0 to 1, `too_narrow` and `too_wide` are as in `Equivalence`; `shortfall` counts
    plans of the result that K* did not find within its limits, `given_up` the problems on which it found none and no
    proof either. `spent` are steps or expansions with syntax repairs, `ended` says why a published pipeline ended.
    `candidates` counts the distinct domains that the run had judged, also those that an earlier run of the same start
    had judged before. `version` is that of the code and limits. `seconds` are of the refinement, `cpu_seconds` those
    that all processes together computed for it, `hde_seconds` of measuring the result (None: another pipeline came to
    the same domain).

    `strictly_right`: the result and the true domain agree on all steps in all states that both reach in the evaluation
    problems; of these pairs of a state and a step the result wrongly allows `wrongly_allowed`, wrongly refuses
    `wrongly_refused`, and gives `wrongly_changed` another next state. `strictly_bounded`: not all states were walked.
    `landmarks`: they were known to the run. Our own pipeline had `limit` seconds, which ended it where it `is_cut_off`,
    and was given so many `wrong_answers`.

    `answers` and `tokens` are those of a language model: texts that it wrote, tokens in and out.

    With a `failure` the run came to nothing and is run again. With `no_start` there is no such start: fewer faults of
    its kind show in the domain.
    """

    model_config = ConfigDict(frozen=True)

    domain: str
    seed: int
    start: StartRow
    pipeline: str
    proposer: ProposerName
    #: Rows of before there were versions have none.
    version: str = "unknown"
    hde: float = 0.0
    perfect: bool = False
    too_narrow: float = 0.0
    too_wide: float = 0.0
    #: None in rows of before strict equivalence was measured.
    strictly_right: bool | None = None
    strictly_bounded: bool = False
    wrongly_allowed: int = 0
    wrongly_refused: int = 0
    wrongly_changed: int = 0
    landmarks: bool = True
    #: None where there was none: in rows of before there were limits, and of other pipelines.
    limit: float | None = None
    is_cut_off: bool = False
    shortfall: int = 0
    given_up: int = 0
    questions: int = 0
    wrong_answers: int = 0
    candidates: int = 0
    spent: int = 0
    answers: int = 0
    tokens: int = 0
    ended: str | None = None
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    hde_seconds: float | None = None
    result: str = ""
    failure: str | None = None
    no_start: str | None = None

    @property
    def key(self) -> RunKey:
        """Which run it is."""
        # Kinds other than `edits` are known by their number alone.
        faults = len(self.start.faults) if self.start.kind == "edits" else 1
        start = self.start.recorded or self.start.number
        return RunKey(self.domain, self.seed, start, faults, self.pipeline, self.start.kind, self.landmarks, self.limit)


class RowFile(row_file.RowFile[RunRow]):
    """The file of an evaluation's runs."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            RunRow.model_validate_json,
            RunRow.model_dump_json,
            "this is not a row of `evaluate refiner`",
        )

    def read(self, version: str | None = None) -> tuple[RunRow, ...]:
        """Return the rows that are there; with a `version` all must be of it.

        Raises:
            ContractError: the file cannot be read, a line is no row, or a row is of another version.
        """
        rows = super().read()
        for number, row in enumerate(rows, 1):
            if version not in (None, row.version):
                raise self.refused(
                    f"this row was made by version {row.version} of the refiner's code and limits; this is version "
                    f"{version}. Their results must not be mixed",
                    number,
                    "name another file with --rows, or go on with the version that made this one",
                )
        return rows


def latest(rows: Iterable[RunRow]) -> dict[RunKey, RunRow]:
    """Return the last row of each run."""
    return {each.key: each for each in rows}
