"""The scorer model in a domain's folder: whether it is whole, and made for this domain as it is now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plancritic.domains.bundle import DomainBundle
from plancritic.domains.complaint import Complaint, Severity

FOLDER = "models/scorer"
_CARD, _GRAPH = "model.json", "model.onnx"
_TRAIN = "train it: plancritic data make --domain NAME, then plancritic train scorer"


def model_complaints(home: Path, bundle: DomainBundle | None) -> Iterator[Complaint]:
    """Errors for a model that is not whole or for other domains, notes for none or one of another state.

    Whether a model of the right shape judges well is for `plancritic evaluate scorer` to say.
    """
    folder = home / FOLDER
    there = [name for name in (_CARD, _GRAPH) if (folder / name).is_file()]
    if not there:
        message = "there is no scorer model: no learned evidence for statements about this domain"
        yield Complaint(Severity.NOTE, "no_scorer_model", message, _TRAIN.replace("NAME", home.name), FOLDER)
        return
    if len(there) == 1:
        missing = ({_CARD, _GRAPH} - set(there)).pop()
        yield _wrong(f"of the scorer model only {there[0]} is there, {missing} is missing", home, f"{FOLDER}/{missing}")
        return
    file = f"{FOLDER}/{_CARD}"
    try:
        card = _card(folder / _CARD)
    except ValueError as error:
        yield _wrong(f"the card of the scorer model cannot be read: {error}", home, file)
        return
    if hashlib.sha256((folder / _GRAPH).read_bytes()).hexdigest() != card.get("graph_sha256"):
        yield _wrong("the card is not of the graph beside it (its SHA-256 differs)", home, f"{FOLDER}/{_GRAPH}")
    data = [each for each in card.get("data", ()) if isinstance(each, dict)]
    domains = {card.get("domain"), *(each.get("domain") for each in data)}
    if home.name not in domains:
        others = " and ".join(sorted(map(str, domains)))
        yield _wrong(f"the scorer model was trained for {others}, not for {home.name!r}", home, file)
        return
    bundles = {each.get("bundle") for each in data if each.get("domain") == home.name}
    if bundle is not None and bundles and bundle.sha256 not in bundles:
        message = "the scorer model was trained on another state of this folder (PDDL, context or archetypes)"
        remedy = "see with `plancritic evaluate scorer` whether it still judges well; else train it again"
        yield Complaint(Severity.NOTE, "other_bundle", message, remedy, file)


def _card(file: Path) -> dict[str, Any]:
    try:
        card = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(str(error)) from error
    if not isinstance(card, dict):
        raise ValueError("it is no JSON object")
    return card


def _wrong(message: str, home: Path, file: str) -> Complaint:
    return Complaint(Severity.ERROR, "wrong_scorer_model", message, _TRAIN.replace("NAME", home.name), file)
