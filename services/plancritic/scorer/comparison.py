"""The comparison of networks that `plancritic train comparison` writes, one row after the other: `comparison.json`."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import Field, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.scorer.card import Evaluation

COMPARISON_FILE = "comparison.json"

#: Names of test sets: the test split of data made here; the recorded pairs (test split) labelled again, in words that
#: nobody wrote here; a row's own test share of the recorded pairs with labels as published, and labelled again.
GENERATED, RECORDED, PUBLISHED_LABELS, JUDGED_LABELS = "test", "recorded", "published labels", "judged labels"


class ComparedData(Contract):
    """A data file that a row was trained on or tested with."""

    domain: str
    name: str
    sha256: str
    examples: int


class ComparedRow(Contract):
    """One network, trained once.

    Attributes:
        labels: Whose labels it was trained on: `judges`, or `published`, the noisy ones recorded with the pairs.
        split: By what its training and test examples are apart.
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
                message=f"{path.name} is no comparison of networks ({error.error_count()} errors)",
                remedy="remove it and make one with `plancritic train comparison`",
                file=str(path),
            )
        ) from error


def merge_row(path: Path, domain: str, row: ComparedRow) -> Comparison:
    """Put a row into the file, in place of an older one of its name; other processes may do the same meanwhile.

    Raises `ContractError` where the file is no comparison, or one of another domain.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone(path.parent):
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
