"""The comparison of networks that `plancritic train comparison` writes, one row after the other: `comparison.json`."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import Field, ValidationError

from plancritic.adherence.model_card import Evaluation
from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode

COMPARISON_FILE = "comparison.json"

#: Names of test sets: the test split of data made here; the recorded pairs (test split) labelled again, in words that
#: nobody wrote here; a row's own test share of the recorded pairs with labels as published, and labelled again.
GENERATED, RECORDED, PUBLISHED_LABELS, JUDGED_LABELS = "test", "recorded", "published labels", "judged labels"


class ComparedData(Contract):
    """A data file that a row was trained on or tested with.

    Attributes:
        recorded: Whether these are the recorded pairs of the domain, not data made here.
        test_sha256: Of the file that the test split alone makes, as it lies beside a model trained on these data.
    """

    domain: str
    name: str
    sha256: str
    examples: int
    recorded: bool = False
    test_sha256: str


class ComparedRow(Contract):
    """One network, trained once.

    Attributes:
        labels: Whose labels it was trained on: `judges`, or `published`, the noisy ones recorded with the pairs.
        split: By what its training and test examples are apart.
        data: All that it was trained on or tested with.
        epochs: Passes over the training examples; `best_epoch` the one whose weights were kept.
        ended: Why training ended: `validation loss`, `budget` or `epochs`.
        tests: Evaluations by the name of the test set.
    """

    name: str
    title: str
    network: str
    parameters: int
    text: str
    trained_on: tuple[str, ...]
    labels: str
    split: str
    seed: int
    learning_rate: float
    command: str
    data: tuple[ComparedData, ...]
    training_examples: int
    validation_examples: int
    epochs: float
    best_epoch: float
    ended: str
    validation_loss: float
    cpu_seconds: float
    budget_seconds: float | None
    tests: dict[str, Evaluation]

    def tested_as(self, test_sha256: str) -> bool:
        """Whether its data made here have this test split: that of a model beside which the row may be read."""
        return any(data.test_sha256 == test_sha256 for data in self.data if not data.recorded)


class Comparison(Contract):
    """The rows of a domain, by name."""

    domain: str
    rows: dict[str, ComparedRow] = Field(default_factory=dict)


def read_comparison(path: Path) -> Comparison | None:
    """The comparison, None where nothing was compared yet. Raises `ContractError` where the file is none."""
    try:
        return Comparison.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"{path.name} is not a comparison of networks ({error.error_count()} errors)",
                remedy="remove it and make one with `plancritic train comparison`",
                file=str(path),
            )
        ) from error


def comparable(path: Path, domain: str, data: Iterable[ComparedData]) -> Comparison:
    """The comparison that rows made from these data may be put into; an empty one where none is.

    Raises `ContractError` where the file is no comparison, one of another domain, or holds rows that other data of the
    same domain and kind were used for: their figures would stand side by side and mean nothing.
    """
    before = read_comparison(path) or Comparison(domain=domain)
    if before.domain != domain:
        raise ContractError(
            Fault(
                code=FaultCode.UNKNOWN_DOMAIN,
                message=f"{path.name} compares networks for {before.domain!r}, not for {domain!r}",
                remedy="name another file with --out",
                file=str(path),
            )
        )
    given = {(each.domain, each.recorded): each for each in data}
    for row in before.rows.values():
        for used in row.data:
            wanted = given.get((used.domain, used.recorded), used)
            if wanted.sha256 != used.sha256:
                raise ContractError(
                    Fault(
                        code=FaultCode.INVALID_MESSAGE,
                        message=f"row {row.name!r} of {path.name} was made from another {used.name} "
                        f"({used.sha256[:12]}) than {wanted.name} ({wanted.sha256[:12]})",
                        remedy=f"remove {path} and make all rows again, or name another file with --out",
                        file=str(path),
                    )
                )
    return before


def merge_row(path: Path, domain: str, row: ComparedRow) -> Comparison:
    """Put a row into the file, in place of an older one of its name; other processes may do the same meanwhile.

    Raises `ContractError` as `comparable`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone(path.parent):
        before = comparable(path, domain, row.data)
        merged = Comparison(domain=domain, rows={**before.rows, row.name: row})
        beside = path.with_name(f".{path.name}.part")
        beside.write_text(merged.model_dump_json(indent=1) + "\n", encoding="utf-8")
        beside.replace(path)
    return merged


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """The folder is locked for others that ask; a process that ends in between leaves no lock."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
