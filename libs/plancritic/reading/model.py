"""Runs a reader's folder on ONNX Runtime: a text about a problem in, readings and how likely they are out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import onnxruntime
from cachetools import LRUCache
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.embedding import Encoder
from plancritic.pddl.language import Constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.beam import LearnedReading, asks_nothing, beam, likelihoods
from plancritic.reading.inputs import ProblemInput, TextInput, text_arrays
from plancritic.wording import Lexicon

CARD_FILE = "reader.json"
#: Networks of one folder, trained from different first weights: what one proposes the other judges.
NETWORKS = ("first", "second")
#: Graphs of a network: one reads a text, the other writes symbols.
READING, WRITING = "{}.reading.onnx", "{}.writing.onnx"
READ_OUTPUTS = ("seen", "blocked", "pointers", "items")
WRITE_INPUTS = (*READ_OUTPUTS, "symbols", "expected", "past")
WRITE_OUTPUTS = ("logits", "known")
FORMAT = 4
#: Problems whose words are kept ready.
_PROBLEMS = 16
#: Sequences that the search keeps.
_WIDTH = 24

_Said = TypeVar("_Said")


class ReaderCard(Contract):
    """What a reader is: the encoder it reads with, and what it was made from.

    Both networks were trained further on `own` statements of `own_domains` (`plancritic train own-reader`; 0: on none).

    `writers` are those whose utterances the networks were trained on, `utterances` how many there were;
    `layers` and `width` are those of what the decoder remembers. `unsure` is the band of adherence outside of which 97
    of 100 answers are right on people's words that it was not trained on; until that was measured it is all of [0, 1].
    """

    format: int = FORMAT
    encoder: str
    dimensions: int
    layers: int
    width: int
    command: str = ""
    seed: int = 0
    own: int = 0
    own_domains: tuple[str, ...] = ()
    writers: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    utterances: int = 0
    unsure: tuple[float, float] = (0.0, 1.0)


class _Format(BaseModel):
    """What the card of every format has."""

    format: int = FORMAT


class Likelihood(NamedTuple):
    """How likely constraints are by the network that holds them for likelier, and by the other one."""

    proposed: float
    judged: float


class Reader:
    """A loaded folder of reader graphs. Thread-safe."""

    def __init__(self, folder: Path, encoder: Encoder, threads: int = 1) -> None:
        """Load `folder`; `threads` are those of each network (0: one a core).

        Raises:
            ContractError: `model_missing` where there is none, `model_unusable` where it is no model, or one for
                another encoder.
        """
        self.card = read_card(folder)
        if (encoder.name, encoder.dimensions) != (self.card.encoder, self.card.dimensions):
            raise unusable(folder, f"it was trained with encoder {self.card.encoder!r}, here is {encoder.name!r}")
        self._encoder = encoder
        self._networks = [
            (_loaded(folder, READING.format(name), threads), _loaded(folder, WRITING.format(name), threads))
            for name in NETWORKS
        ]
        self._problems: LRUCache[tuple[str, str], ProblemInput] = LRUCache(_PROBLEMS)
        self._lock = threading.Lock()
        #: The networks work side by side: each step of the search is too small to be shared among cores.
        self._pool = ThreadPoolExecutor(len(NETWORKS), "reader")

    def read(self, lexicon: Lexicon, text: str) -> TextReading:
        """Return what both networks say of a text about the lexicon's problem."""
        problem = self._problem(lexicon)
        (read,) = problem.read([text])
        arrays = text_arrays([(problem, read)])

        def has_read(network: tuple[onnxruntime.InferenceSession, onnxruntime.InferenceSession]) -> _GraphWriter:
            reading, writing = network
            memory = dict(zip(READ_OUTPUTS, reading.run(READ_OUTPUTS, arrays), strict=True))
            return _GraphWriter(writing, memory, self.card.layers, self.card.width)

        return TextReading(problem, read, list(self._pool.map(has_read, self._networks)), self._pool)

    def _problem(self, lexicon: Lexicon) -> ProblemInput:
        key = lexicon.bundle.sha256, lexicon.problem_id
        with self._lock:
            known = self._problems.get(key)
        if known is None:
            known = ProblemInput(lexicon, self._encoder)
            with self._lock:
                self._problems[key] = known
        return known


class _GraphWriter:
    """A network that has read a text, as a graph that writes."""

    def __init__(
        self,
        graph: onnxruntime.InferenceSession,
        memory: dict[str, NDArray[np.float32]],
        layers: int,
        width: int,
    ) -> None:
        self._graph = graph
        self._memory = memory
        self._layers, self._width = layers, width

    def begin(self, count: int) -> NDArray[np.float32]:
        return np.zeros((self._layers, 2, count, 0, self._width), dtype=np.float32)

    def write(
        self, symbols: NDArray[np.int64], expected: NDArray[np.int64], past: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        feed = {**self._memory, "symbols": symbols, "expected": expected, "past": past}
        logits, known = self._graph.run(WRITE_OUTPUTS, feed)
        return logits, known

    def chosen(self, past: NDArray[np.float32], sequences: Sequence[int]) -> NDArray[np.float32]:
        return past[:, :, sequences]


class TextReading:
    """What a reader says of one text: readings, and how likely any constraints are."""

    def __init__(
        self, problem: ProblemInput, text: TextInput, writers: Sequence[_GraphWriter], pool: ThreadPoolExecutor
    ) -> None:
        self._pool = pool
        self._vocabulary = problem.vocabulary
        self._text = text
        self._writers = tuple(writers)

    def readings(self, most: int) -> list[LearnedReading]:
        """Return up to `most` readings that either network proposes, the likeliest by both first."""
        proposed: dict[str, LearnedReading] = {}
        shares: list[dict[str, float]] = []
        for found in self._each(lambda writer: beam(writer, self._vocabulary, self._text, _WIDTH, most)):
            shares.append({_key(each): each.probability for each in found})
            for each in found:
                proposed.setdefault(_key(each), each)

        def judge(writer: _GraphWriter, known: dict[str, float]) -> None:
            missing = [key for key, each in proposed.items() if key not in known and each.constraints]
            judged = likelihoods(writer, self._vocabulary, self._text, [proposed[key].constraints for key in missing])
            known.update({key: share for key, share in zip(missing, judged, strict=True) if share is not None})

        list(self._pool.map(judge, self._writers, shares))
        together = [
            replace(each, probability=sum(its.get(key, 0.0) for its in shares) / len(shares))
            for key, each in proposed.items()
        ]
        return sorted(together, key=lambda each: -each.probability)[:most]

    @property
    def asks_nothing(self) -> float:
        """Return how likely both networks, on average, hold it that the text asks for nothing that can be said."""
        said = self._each(lambda writer: asks_nothing(writer, self._vocabulary, self._text))
        return sum(said) / len(said)

    def likelihoods(self, many: Sequence[Sequence[Constraint]]) -> list[Likelihood | None]:
        """Return how likely each set of constraints is; None where the networks have no word on it."""
        said = self._each(lambda writer: likelihoods(writer, self._vocabulary, self._text, many))
        return [
            None if None in each else Likelihood(*sorted((share or 0.0 for share in each), reverse=True))
            for each in zip(*said, strict=True)
        ]

    def _each(self, ask: Callable[[_GraphWriter], _Said]) -> list[_Said]:
        """What each network says, in their order."""
        return list(self._pool.map(ask, self._writers))


def _key(reading: LearnedReading) -> str:
    if reading.constraints:
        return canonical_key(reading.constraints)
    return "unsayable" if reading.unsayable else "nothing"


def read_card(folder: Path) -> ReaderCard:
    """Return the card of a reader's folder.

    Raises:
        ContractError: `model_missing`, or `model_unusable` where it is no card or of another format.
    """
    try:
        written = (folder / CARD_FILE).read_bytes()
        found = _Format.model_validate_json(written).format
        if found != FORMAT:
            raise unusable(folder, f"its format is {found}, this version reads {FORMAT}")
        return ReaderCard.model_validate_json(written)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ContractError(
            Fault(
                code=FaultCode.MODEL_MISSING,
                message=f"there is no reader in {str(folder)!r}: {CARD_FILE} is not there",
                remedy="train one: plancritic train reader --help",
            )
        ) from error
    except ValidationError as error:
        raise unusable(folder, f"{CARD_FILE} is not a card ({error.error_count()} errors)") from error


def _loaded(folder: Path, name: str, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # Threads that wait by spinning take the cores from those who work on the next job.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        graph = (folder / name).read_bytes()
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except FileNotFoundError as error:
        raise unusable(folder, f"{name} is not there") from error
    except Exception as error:  # ONNX Runtime raises undocumented types of its own
        raise unusable(folder, f"{name} cannot be loaded ({error})") from error


def unusable(folder: Path, reason: str) -> ContractError:
    """Return the error that says why the reader of a folder cannot be used, and what to do."""
    return ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the reader in {str(folder)!r} cannot be used: {reason}",
            remedy="train it again: plancritic train reader --help",
        )
    )
