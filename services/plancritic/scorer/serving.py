"""Runs a scorer model: plans x texts in, adherence out, on ONNX Runtime."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from pydantic import ValidationError

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.embedding import Encoder
from plancritic.scorer.card import NO_STEPS, ModelCard

GRAPH_FILE = "model.onnx"
CARD_FILE = "model.json"
#: Pairs that go through the network at once.
_BATCH = 128
#: Adherence is rounded to so many places: below them lies the noise of summing in another order.
_PLACES = 5


class AdherenceModel:
    """A loaded model folder. Thread-safe.

    Each distinct step and text is embedded once, by the encoder given (a `CachedEncoder` remembers them between
    calls); plans with the same steps are judged once, so that they always get the same adherence.
    """

    def __init__(self, folder: Path, encoder: Encoder, threads: int = 0) -> None:
        """Load `folder`; `threads` 0 takes one a core.

        Raises `ContractError`: `model_missing` where there is none, `model_unusable` where it is truncated, not a
        model, or made for another encoder.
        """
        self.card = read_card(folder)
        self._encoder = encoder
        graph = _read_graph(folder, self.card)
        if (encoder.name, encoder.dimensions) != (self.card.encoder, self.card.dimensions):
            raise _unusable(
                folder,
                f"it was trained with encoder {self.card.encoder!r} of {self.card.dimensions} dimensions, "
                f"here is {encoder.name!r} of {encoder.dimensions}",
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
            inputs = {value.name: value.shape for value in self._session.get_inputs()}
        except Exception as error:  # ONNX Runtime raises undocumented types of its own
            raise _unusable(folder, f"{GRAPH_FILE} cannot be loaded ({error})") from error
        expected = {"steps": 3, "lengths": 1, "text": 2}
        sizes = [inputs[name][-1] for name in ("steps", "text") if name in inputs]
        if {name: len(shape) for name, shape in inputs.items()} != expected or sizes != [encoder.dimensions] * 2:
            raise _unusable(folder, f"{GRAPH_FILE} takes {inputs}, not steps and texts of {encoder.dimensions} numbers")

    def score(self, plans: Sequence[Sequence[str]], texts: Sequence[str]) -> NDArray[np.float32]:
        """Adherence in [0, 1], shape (plans, texts). A plan is the sentences of its steps in order."""
        scores = np.empty((len(plans), len(texts)), dtype=np.float32)
        if not scores.size:
            return scores
        # Sorted, so that what shares a batch does not depend on the order in which the plans came.
        distinct = sorted({tuple(plan) or (NO_STEPS,) for plan in plans}, key=lambda plan: (len(plan), plan))
        sentences = list(dict.fromkeys(text for plan in distinct for text in plan))
        steps = self._encoder.encode(sentences)
        row = {sentence: index for index, sentence in enumerate(sentences)}
        wanted = sorted(set(texts))
        statements = self._encoder.encode(wanted)
        pairs = [(plan, text) for plan in range(len(distinct)) for text in range(len(wanted))]
        judged = np.empty((len(distinct), len(wanted)), dtype=np.float32)
        for first in range(0, len(pairs), _BATCH):
            batch = pairs[first : first + _BATCH]
            lengths = np.array([len(distinct[plan]) for plan, _ in batch], dtype=np.int32)
            sequence = np.zeros((len(batch), int(lengths.max()), self.card.dimensions), dtype=np.float32)
            for place, (plan, _) in enumerate(batch):
                sequence[place, : lengths[place]] = steps[[row[sentence] for sentence in distinct[plan]]]
            feed = {"steps": sequence, "lengths": lengths, "text": statements[[text for _, text in batch]]}
            (probabilities,) = self._session.run(["adherence"], feed)
            for (plan, text), probability in zip(batch, probabilities, strict=True):
                judged[plan, text] = probability
        places = {plan: index for index, plan in enumerate(distinct)}
        columns = [wanted.index(text) for text in texts]
        for index, shown in enumerate(plans):
            scores[index] = judged[places[tuple(shown) or (NO_STEPS,)]][columns]
        return np.round(scores, _PLACES)


def read_card(folder: Path) -> ModelCard:
    """The card of a model folder. Raises `ContractError` (`model_missing`, `model_unusable`)."""
    try:
        return ModelCard.model_validate_json((folder / CARD_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        raise model_missing(f"there is no scorer model in {str(folder)!r}: {CARD_FILE} is not there") from error
    except ValidationError as error:
        raise _unusable(folder, f"{CARD_FILE} is no model card ({error.error_count()} errors)") from error


def model_missing(reason: str) -> ContractError:
    """The fault of a domain for which nothing was trained or published."""
    return ContractError(
        Fault(
            code=FaultCode.MODEL_MISSING,
            message=reason,
            remedy="train one (`plancritic data make`, `plancritic train scorer`) and publish the domain again "
            "(`plancritic domain publish`)",
        )
    )


def _read_graph(folder: Path, card: ModelCard) -> bytes:
    try:
        graph = (folder / GRAPH_FILE).read_bytes()
    except FileNotFoundError as error:
        raise _unusable(folder, f"{GRAPH_FILE} is not there") from error
    if len(graph) != card.graph_bytes:
        raise _unusable(folder, f"{GRAPH_FILE} has {len(graph)} bytes, its card says {card.graph_bytes}")
    if hashlib.sha256(graph).hexdigest() != card.graph_sha256:
        raise _unusable(folder, f"{GRAPH_FILE} is not the file its card speaks of (another SHA-256)")
    return graph


def _unusable(folder: Path, reason: str) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the scorer model in {str(folder)!r} cannot be used: {reason}",
            remedy="publish the domain again (`plancritic domain publish`) or train the model anew "
            "(`plancritic train scorer`)",
        )
    )
