"""Runs a scorer model: plans x texts in, adherence out, on ONNX Runtime."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import numpy as np
import onnxruntime
from cachetools import LRUCache
from numpy.typing import NDArray
from pydantic import ValidationError

from plancritic.adherence.executed_plans import executed
from plancritic.adherence.inputs import Arrays, ProblemReader, plan_arrays, text_arrays
from plancritic.adherence.model_card import FORMAT, ModelCard
from plancritic.adherence.traces import Trace
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.embedding import Encoder
from plancritic.scorer.trial import OUTPUT, defect
from plancritic.wording import Lexicon

GRAPH_FILE = "model.onnx"
CARD_FILE = "model.json"
#: Plans and texts that go through the network at once.
_PLANS, _TEXTS = 32, 16
#: Problems whose facts and words are kept ready.
_PROBLEMS = 16
#: Adherence is rounded to so many places: below them lies the noise of summing in another order.
_PLACES = 4


class AdherenceModel:
    """A loaded model folder. Thread-safe.

    Texts are embedded by the encoder given (a `CachedEncoder` remembers them between calls); what a problem's facts
    are called is made ready once. Every distinct plan is executed once and judged once, so that plans that are the
    same always get the same adherence.
    """

    def __init__(self, folder: Path, encoder: Encoder, threads: int = 0) -> None:
        """Load `folder`; `threads` 0 takes one a core.

        Raises `ContractError`: `model_missing` where there is none, `model_unusable` where it is truncated, not a
        model, made for another encoder, or cannot judge (`trial`).
        """
        self.card = read_card(folder)
        self._encoder = encoder
        graph = _read_graph(folder, self.card)
        if (encoder.name, encoder.dimensions) != (self.card.encoder, self.card.dimensions):
            raise unusable(
                folder,
                f"it was trained with encoder {self.card.encoder!r} of {self.card.dimensions} dimensions, "
                f"but the encoder here is {encoder.name!r} of {encoder.dimensions}",
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Threads that wait by spinning take the cores from those who work on the next job.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # ONNX Runtime raises undocumented types of its own
            raise unusable(folder, f"{GRAPH_FILE} cannot be loaded ({error})") from error
        if (reason := defect(self._session, encoder.dimensions)) is not None:
            raise unusable(folder, f"{GRAPH_FILE} cannot judge: {reason}")
        self._readers: LRUCache[int, tuple[Lexicon, Future[ProblemReader]]] = LRUCache(_PROBLEMS)
        self._lock = threading.Lock()

    def score(self, lexicon: Lexicon, plans: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        """Calibrated probability that each plan adheres to each text, shape (plans, texts).

        `plans` are PDDL plan texts for the problem of `lexicon`. Raises `ContractError` with a plan's number:
        `syntax_error` for a text that is no plan, `invalid_plan` for one that cannot be executed.
        """
        scores = np.empty((len(plans), len(texts)), dtype=np.float32)
        if not scores.size:
            return scores
        reader = self._reader(lexicon)
        runs = dict(zip(plans, executed(lexicon.problem, plans), strict=True))
        # Sorted, so that what shares a batch does not depend on the order in which plans and texts came.
        distinct = sorted(runs, key=lambda text: (len(runs[text].states), text))
        wanted = sorted(set(texts), key=lambda text: (len(text), text))
        traces = [reader.trace(runs[text]) for text in distinct]
        judged = np.empty((len(distinct), len(wanted)), dtype=np.float32)
        for column in range(0, len(wanted), _TEXTS):
            said = text_arrays(reader.read(wanted[column : column + _TEXTS]))
            count = len(said["bounds"])
            for row in range(0, len(distinct), _PLANS):
                part = self._judged(reader, traces[row : row + _PLANS], said, count)
                judged[row : row + _PLANS, column : column + _TEXTS] = part
        row_of = {text: index for index, text in enumerate(distinct)}
        column_of = {text: index for index, text in enumerate(wanted)}
        scores = judged[[row_of[text] for text in plans]][:, [column_of[text] for text in texts]]
        return np.round(scores, _PLACES)

    def _judged(self, reader: ProblemReader, traces: Sequence[Trace], said: Arrays, texts: int) -> NDArray[np.float32]:
        plan, text = np.indices((len(traces), texts)).reshape(2, -1).astype(np.int64)
        feed = {**said, **reader.facts, **plan_arrays(traces), "plan": plan, "text": text}
        (probabilities,) = self._session.run([OUTPUT], feed)
        found: NDArray[np.float32] = probabilities.reshape(len(traces), texts)
        return found

    def _reader(self, lexicon: Lexicon) -> ProblemReader:
        # Made outside the lock, by the first who asks: jobs for other problems do not wait.
        with self._lock:
            known = self._readers.get(id(lexicon))
            if making := known is None:
                # The lexicon is kept beside its reader, so that its id is not another's.
                known = self._readers[id(lexicon)] = (lexicon, Future())
        reader = known[1]
        if making:
            try:
                reader.set_result(ProblemReader(lexicon, self._encoder))
            except BaseException as error:  # noqa: BLE001 - told to all who wait, this one among them
                with self._lock:
                    if self._readers.get(id(lexicon)) is known:
                        del self._readers[id(lexicon)]
                reader.set_exception(error)
        return reader.result()


def read_card(folder: Path) -> ModelCard:
    """Return the card of a model folder. Raises `ContractError` (`model_missing`, `model_unusable`)."""
    try:
        card = ModelCard.model_validate_json((folder / CARD_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        raise model_missing(f"there is no scorer model in {str(folder)!r}: {CARD_FILE} is not there") from error
    except ValidationError as error:
        raise unusable(folder, f"{CARD_FILE} is not a model card ({error.error_count()} errors)") from error
    if card.format != FORMAT:
        raise unusable(folder, f"its format is {card.format}, this version reads {FORMAT}")
    return card


def model_missing(reason: str) -> ContractError:
    """Return the fault of a domain for which nothing was trained or published."""
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
        raise unusable(folder, f"{GRAPH_FILE} is not there") from error
    if len(graph) != card.graph_bytes:
        raise unusable(folder, f"{GRAPH_FILE} has {len(graph)} bytes, its card says {card.graph_bytes}")
    if hashlib.sha256(graph).hexdigest() != card.graph_sha256:
        raise unusable(folder, f"{GRAPH_FILE} is not the file that its card describes (another SHA-256)")
    return graph


def unusable(folder: Path, reason: str) -> ContractError:
    """Return the fault of a model that is there and cannot judge."""
    return ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the scorer model in {str(folder)!r} cannot be used: {reason}",
            remedy="publish the domain again (`plancritic domain publish`) or train the model again "
            "(`plancritic train scorer`)",
        )
    )
