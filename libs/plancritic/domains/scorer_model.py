"""The scorer model in a domain's folder: whether it is whole, and made for this domain as it is now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plancritic.domains.complaint import Complaint, Severity
from plancritic.paths.regular_files import UnreadableFileError, read_regular

if TYPE_CHECKING:
    from plancritic.domains.folder import DomainFolder

FOLDER = "models/scorer"
_CARD, _GRAPH = "model.json", "model.onnx"
_CARD_BYTES, _GRAPH_BYTES = 4 * 1024 * 1024, 2 * 1024**3
_TRAIN = "train it: plancritic data make --domain NAME, then plancritic train scorer"


def model_complaints(home: Path, folder: DomainFolder | None) -> Iterator[Complaint]:
    """Errors for a model that is not whole or for other domains, notes for none or one of another state.

    Whether a model of the right shape judges well is for `plancritic evaluate scorer` to say.
    """
    models = home / FOLDER
    there = [name for name in (_CARD, _GRAPH) if (models / name).is_file()]
    if not there:
        message = "there is no scorer model: the reader that all domains share judges adherence"
        yield Complaint(Severity.NOTE, "no_scorer_model", message, _TRAIN.replace("NAME", home.name), FOLDER)
        return
    if len(there) == 1:
        missing = ({_CARD, _GRAPH} - set(there)).pop()
        yield _wrong(f"of the scorer model only {there[0]} is there, {missing} is missing", home, f"{FOLDER}/{missing}")
        return
    file = f"{FOLDER}/{_CARD}"
    try:
        card = _card(models / _CARD)
    except ValueError as error:
        yield _wrong(f"the card of the scorer model cannot be read: {error}", home, file)
        return
    try:
        graph = read_regular(models / _GRAPH, _GRAPH_BYTES)
    except (OSError, UnreadableFileError) as error:
        yield _wrong(f"the graph of the scorer model cannot be read: {error}", home, f"{FOLDER}/{_GRAPH}")
        return
    if hashlib.sha256(graph).hexdigest() != card.get("graph_sha256"):
        yield _wrong("the card is not of the graph beside it (its SHA-256 differs)", home, f"{FOLDER}/{_GRAPH}")
    data = [each for each in card.get("data", ()) if isinstance(each, dict)]
    domains = {card.get("domain"), *(each.get("domain") for each in data)}
    if home.name not in domains:
        others = " and ".join(sorted(map(str, domains)))
        yield _wrong(f"the scorer model was trained for {others}, not for {home.name!r}", home, file)
        return
    bundles = {each.get("bundle") for each in data if each.get("domain") == home.name}
    if folder is not None and bundles and folder.folder_sha256 not in bundles:
        message = "the scorer model was trained on another state of this folder (PDDL, context or archetypes)"
        remedy = (
            "train it again if facts, names or words changed; "
            "else see with `plancritic evaluate scorer` whether it still judges well"
        )
        yield Complaint(Severity.NOTE, "other_bundle", message, remedy, file)


def _card(file: Path) -> dict[str, Any]:
    try:
        card = json.loads(read_regular(file, _CARD_BYTES).decode())
    except (OSError, UnreadableFileError, ValueError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if not isinstance(card, dict):
        raise ValueError("it is no JSON object")
    return card


def _wrong(message: str, home: Path, file: str) -> Complaint:
    return Complaint(Severity.ERROR, "wrong_scorer_model", message, _TRAIN.replace("NAME", home.name), file)
