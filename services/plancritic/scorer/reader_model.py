"""The shared reader as a model of any domain: what serves where nothing was trained for a domain."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import structlog
from cachetools import LRUCache
from numpy.typing import NDArray

from plancritic.adherence.executed_plans import executed
from plancritic.contracts.scoring import JudgedBy
from plancritic.embedding import Encoder
from plancritic.mentions.text import number_out_of_range, unread_text
from plancritic.reading.adherence import READINGS, adherence
from plancritic.reading.beam import LearnedReading
from plancritic.reading.model import CARD_FILE, NETWORKS, READING, WRITING, Reader, read_card
from plancritic.reading.shipped import shipped_reader
from plancritic.wording import Lexicon

_log = structlog.get_logger("plancritic.scorer")

#: Adherence is rounded to so many places: below them lies the noise of summing in another order.
_PLACES = 4


class ReaderModel:
    """Judges plans by what a text may mean: the probability of its readings is learned, whether a plan meets one exact.

    Thread-safe. Readings of the last texts are remembered.
    """

    judged_by: JudgedBy = "reader"
    #: Just above one half, which says that nothing is known: that is no call for a plan.
    threshold = 0.5 + 10.0**-_PLACES

    def __init__(self, folder: Path, encoder: Encoder, threads: int = 1, remembered: int = 2000) -> None:
        """Load the reader of a folder; `remembered` texts.

        Raises:
            ContractError: `model_missing`, or `model_unusable` where it is no reader, or one for another encoder.
        """
        self._reader = Reader(folder, encoder, threads)
        self.version = _sha256(folder)
        self.unsure = self._reader.card.unsure
        self._read: LRUCache[tuple[str, str, str], list[LearnedReading]] = LRUCache(remembered)
        self._lock = threading.Lock()

    @property
    def label(self) -> str:
        """What people know it by."""
        return f"shared reader ({self.version[:12]})"

    def score(self, lexicon: Lexicon, plans: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the probability that each plan adheres to each text, shape (plans, texts).

        Raises:
            ContractError: with a plan's number: `syntax_error` for a text that is no plan, `invalid_plan` for one that
                cannot be executed.
        """
        trajectories = executed(lexicon.problem, plans)
        columns = {text: adherence(self._readings(lexicon, text), trajectories) for text in dict.fromkeys(texts)}
        scores = np.empty((len(plans), len(texts)), dtype=np.float32)
        for place, text in enumerate(texts):
            scores[:, place] = np.round(columns[text], _PLACES)
        return scores

    def _readings(self, lexicon: Lexicon, text: str) -> list[LearnedReading]:
        key = lexicon.bundle.sha256, lexicon.problem_id, text
        with self._lock:
            known = self._read.get(key)
        if known is None:
            # A text with a character or a number that cannot be read would be read in part: "12" in "-12 hours".
            is_read = unread_text(text) is None and number_out_of_range(text) is None
            known = self._reader.read(lexicon, text).readings(READINGS) if is_read else []
            with self._lock:
                self._read[key] = known
        return known


def reader_model(
    wanted: Literal["shipped", "none"] | Path, encoder: Encoder, threads: int, remembered: int
) -> ReaderModel | None:
    """Return the reader that the settings name as a model; None for `none`, and where none ships for this encoder.

    Raises:
        ContractError: a folder is named that holds no usable reader.
    """
    if wanted == "none":
        return None
    if isinstance(wanted, Path):
        return ReaderModel(wanted, encoder, threads, remembered)
    folder = shipped_reader()
    if folder is None or read_card(folder).encoder != encoder.name:
        reason = "none ships here" if folder is None else "it needs another encoder"
        _log.warning("no shared reader: domains without a model are not judged", reason=reason)
        return None
    return ReaderModel(folder, encoder, threads, remembered)


def _sha256(folder: Path) -> str:
    """The hash of what a reader consists of, its card among it: the band is part of what it says."""
    digest = hashlib.sha256((folder / CARD_FILE).read_bytes())
    for name in NETWORKS:
        for file in (READING, WRITING):
            digest.update((folder / file.format(name)).read_bytes())
    return digest.hexdigest()
