"""Which reader serves a domain: one of its own where its folder has one, else the one for all domains."""

from __future__ import annotations

import threading
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path

import structlog
from cachetools import LRUCache

from plancritic.embedding import Encoder
from plancritic.reading.model import Reader
from plancritic.wording import Lexicon

_log = structlog.get_logger("plancritic.reading")

#: Where a domain's own reader lies in the domain's folder.
OWN_READER = Path("models/reader")
#: A text that is read once, so that a reader that fails does so before anybody waits for it.
_TRIAL = "This is never so."
#: States of domains of which it is remembered who reads them.
_STATES = 64


@dataclass(frozen=True, slots=True)
class OwnReaders:
    """The folder whose subfolders, a domain each, may have a reader of their own, and the encoder they read with."""

    domains: Path
    encoder: Encoder


class Readers:
    """Gives the reader of a domain. Thread-safe.

    A domain's own reader is loaded when the domain is first asked about, and tried on each state of the domain that
    comes: a draft that it cannot read does not take it from the others. One that cannot be used is replaced by the
    shared reader; the log and `detail` (by domain) say why and what to do.
    """

    def __init__(
        self, shared: Reader | None, own: OwnReaders | None = None, detail: MutableMapping[str, str] | None = None
    ) -> None:
        """`shared` reads every domain without a reader of its own; without `own` no domain has one."""
        self.shared = shared
        self._own = own
        self._detail: MutableMapping[str, str] = {} if detail is None else detail
        #: By domain and the hash of its state.
        self._known: LRUCache[tuple[str, str], Reader | None] = LRUCache(_STATES)
        self._own_loaded: dict[str, Reader] = {}
        self._lock = threading.Lock()

    def of(self, lexicon: Lexicon) -> Reader | None:
        """Return the reader of the lexicon's domain; None where there is neither its own nor a shared one."""
        domain = lexicon.bundle.name
        key = domain, lexicon.bundle.sha256
        with self._lock:
            if key not in self._known:
                self._known[key] = self._tried(domain, lexicon)
            return self._known[key]

    def _tried(self, domain: str, lexicon: Lexicon) -> Reader | None:
        if self._own is None:
            return self.shared
        folder = self._own.domains / domain / OWN_READER
        try:
            if not folder.is_dir():
                return self.shared
            reader = self._own_loaded.get(domain) or Reader(folder, self._own.encoder)
            reader.read(lexicon, _TRIAL).readings(1)
        except Exception as error:  # noqa: BLE001 - ONNX Runtime raises undocumented types of its own
            instead = "the grammar reads alone" if self.shared is None else "the shared reader is used"
            remedy = f"train it again (plancritic train own-reader --help) or remove {folder}"
            if domain not in self._own_loaded:
                self._detail[f"reader of {domain}"] = f"its own cannot be used, {instead}: {error}; {remedy}"
            _log.warning(
                "a domain's own reader cannot be used", domain=domain, reason=str(error), instead=instead, remedy=remedy
            )
            return self.shared
        self._own_loaded[domain] = reader
        self._detail[f"reader of {domain}"] = f"its own, trained further on {reader.card.own} statements"
        _log.info("a domain's own reader is used", domain=domain, folder=str(folder), statements=reader.card.own)
        return reader
