"""Runs a reader model on ONNX Runtime: a text about a problem in, what the network says of it out."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from cachetools import LRUCache
from pydantic import ValidationError

from plancritic.adherence.inputs import ProblemReader, text_arrays
from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.embedding import Encoder
from plancritic.pddl.language import Constraint
from plancritic.reading.decoding import Grounding, LearnedReading, readings_of
from plancritic.reading.likelihood import likelihood
from plancritic.wording import Lexicon

CARD_FILE = "reader.json"
#: Graphs of one folder: the first proposes readings, the second judges them. The card tells by which writers.
GRAPH_FILES = ("proposer.onnx", "judge.onnx")
OUTPUTS = ("facts", "requests", "relevance", "roles", "operators")
FORMAT = 1
#: Problems whose facts and words are kept ready.
_PROBLEMS = 16


class ReaderCard(Contract):
    """What a reader is: the encoder it reads with, and what it was made from.

    `writers` are those whose utterances the proposer and the judge were trained on, `utterances` how many there were.
    """

    format: int = FORMAT
    encoder: str
    dimensions: int
    command: str = ""
    seed: int = 0
    writers: tuple[tuple[str, ...], ...] = ()
    domains: tuple[str, ...] = ()
    utterances: int = 0


class Reader:
    """A loaded folder of reader graphs. Thread-safe."""

    def __init__(self, folder: Path, encoder: Encoder, threads: int = 0) -> None:
        """Load `folder`; `threads` 0 takes one a core.

        Raises:
            ContractError: `model_missing` where there is none, `model_unusable` where it is no model, or one for
                another encoder.
        """
        self.card = read_card(folder)
        if (encoder.name, encoder.dimensions) != (self.card.encoder, self.card.dimensions):
            raise _unusable(folder, f"it was trained with encoder {self.card.encoder!r}, here is {encoder.name!r}")
        self._encoder = encoder
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Threads that wait by spinning take the cores from those who work on the next job.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._sessions = []
        for name in GRAPH_FILES:
            try:
                graph = (folder / name).read_bytes()
                self._sessions.append(onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"]))
            except FileNotFoundError as error:
                raise _unusable(folder, f"{name} is not there") from error
            except Exception as error:  # ONNX Runtime raises undocumented types of its own
                raise _unusable(folder, f"{name} cannot be loaded ({error})") from error
        self._problems: LRUCache[tuple[str, str], ProblemReader] = LRUCache(_PROBLEMS)
        self._lock = threading.Lock()

    def read(self, lexicon: Lexicon, text: str) -> TextReading:
        """Return what both networks say of a text about the lexicon's problem."""
        problem = self._problem(lexicon)
        (read,) = problem.read([text])
        feed = {**text_arrays([read]), **problem.facts}
        groundings = []
        for session in self._sessions:
            facts, requests, relevance, roles, operators = session.run(OUTPUTS, feed)
            groundings.append(
                Grounding(
                    facts[0].astype(np.int64),
                    requests[0].astype(np.int64),
                    relevance[0].astype(np.float64),
                    roles[0].astype(np.float64),
                    operators[0].astype(np.float64),
                    tuple(read.bounds.tolist()),
                )
            )
        return TextReading(problem, groundings[0], groundings[1])

    def _problem(self, lexicon: Lexicon) -> ProblemReader:
        key = lexicon.bundle.sha256, lexicon.problem_id
        with self._lock:
            known = self._problems.get(key)
        if known is None:
            known = ProblemReader(lexicon, self._encoder)
            with self._lock:
                self._problems[key] = known
        return known


class TextReading:
    """What a reader says of one text: readings that it proposes, and how likely any constraints are."""

    def __init__(self, problem: ProblemReader, proposer: Grounding, judge: Grounding) -> None:
        self._table = problem.table
        self._proposer = proposer
        self._judge = judge

    def readings(self, most: int) -> list[LearnedReading]:
        """Return up to `most` readings of the proposer, the likeliest first."""
        return readings_of(self._proposer, self._table.atoms, most)

    @property
    def asks_nothing(self) -> float:
        """Return how likely the judge holds it that the text asks for nothing that the problem's facts can say."""
        return float(np.prod(1.0 - self._judge.relevance))

    def likelihood(self, constraints: Sequence[Constraint]) -> tuple[float | None, float | None]:
        """Return how likely constraints are by the proposer and by the judge; None where they have no word on them."""
        return (
            likelihood(self._proposer, constraints, self._table.row),
            likelihood(self._judge, constraints, self._table.row),
        )


def read_card(folder: Path) -> ReaderCard:
    """Return the card of a reader's folder.

    Raises:
        ContractError: `model_missing`, or `model_unusable` where it is no card or of another format.
    """
    try:
        card = ReaderCard.model_validate_json((folder / CARD_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ContractError(
            Fault(
                code=FaultCode.MODEL_MISSING,
                message=f"there is no reader in {str(folder)!r}: {CARD_FILE} is not there",
                remedy="train one: plancritic train reader --help",
            )
        ) from error
    except ValidationError as error:
        raise _unusable(folder, f"{CARD_FILE} is no card ({error.error_count()} errors)") from error
    if card.format != FORMAT:
        raise _unusable(folder, f"its format is {card.format}, this version reads {FORMAT}")
    return card


def _unusable(folder: Path, reason: str) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the reader in {str(folder)!r} cannot be used: {reason}",
            remedy="train it again: plancritic train reader --help",
        )
    )
