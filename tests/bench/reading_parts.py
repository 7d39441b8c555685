"""What each part of the offline grammar is worth beside the learned reader.

    python -m tests.bench.reading_parts --suite tests/cases/feedback/unseen-own.jsonl [--domains FOLDER] [--json]

Reads the single statements of suites in process (no service, no plan) with all parts and without each of them, and
counts: statements with the right meaning among their candidates, and those whose best reading by the grammar is right
or wrong (canonical forms are compared). The candidates are the grammar's readings and guesses and the first eight of
the learned reader, which are the same in each row.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from plancritic.contracts.translation import Statement
from plancritic.domains import DomainBundle, load_domain
from plancritic.embedding import CachedEncoder, load_encoder
from plancritic.paths import cache_folder
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.model import Reader
from plancritic.reading.shipped import shipped_reader
from plancritic.translator.candidates.denied_orders import DeniedOrderReader
from plancritic.translator.candidates.exchanged import ExchangedReader
from plancritic.translator.candidates.guesses import Guesser
from plancritic.translator.candidates.offline import Parser
from plancritic.translator.candidates.retrieval import Retrieval
from plancritic.translator.candidates.staying import StayingReader
from plancritic.translator.clauses.deeds import DeedReader
from plancritic.translator.clauses.extremes import ExtremeReader
from plancritic.translator.clauses.order import OrderReader
from plancritic.translator.clauses.plain import PlainReader
from plancritic.translator.composed.reader import ComposedReader
from plancritic.translator.happenings.windows import WindowReader
from plancritic.translator.translation import Translator
from plancritic.wording import Lexicon

#: Readings of the learned reader that are candidates.
LEARNED = 8


def _nothing(*_args: Any, **_kwargs: Any) -> tuple[()]:
    return ()


#: Parts that can be left out: the methods that then find nothing.
PARTS: dict[str, tuple[tuple[type, str], ...]] = {
    "composed": ((ComposedReader, "ways"),),
    "order": ((OrderReader, "ways"),),
    "deeds": ((DeedReader, "ways"),),
    "extremes": ((ExtremeReader, "ways"),),
    "windows": ((WindowReader, "ways"),),
    "plain": ((PlainReader, "ways"),),
    "patterns (order to plain)": (
        (OrderReader, "ways"),
        (DeedReader, "ways"),
        (ExtremeReader, "ways"),
        (WindowReader, "ways"),
        (PlainReader, "ways"),
    ),
    "denied orders": ((DeniedOrderReader, "parse"),),
    "staying": ((StayingReader, "parse"),),
    "exchanged": ((ExchangedReader, "parse"),),
    "whole-statement readers": (
        (DeniedOrderReader, "parse"),
        (StayingReader, "parse"),
        (ExchangedReader, "parse"),
    ),
    "readings in spite of doubts": ((Parser, "doubted"),),
    "guesses": ((Guesser, "guesses"),),
    "the grammar": (
        (Parser, "parse"),
        (Parser, "doubted"),
        (DeniedOrderReader, "parse"),
        (StayingReader, "parse"),
        (ExchangedReader, "parse"),
        (Guesser, "guesses"),
    ),
}


@dataclass
class Counts:
    """What became of the statements that have a meaning, and of those without."""

    meant: int = 0
    among: int = 0
    best_right: int = 0
    best_wrong: int = 0
    read_without_a_meaning: int = 0
    lost: list[str] = field(default_factory=list)


@contextmanager
def _without(part: str | None) -> Iterator[None]:
    patches = [mock.patch.object(owner, name, _nothing) for owner, name in PARTS.get(part or "", ())]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


def _rows(suites: list[Path]) -> Iterator[tuple[str, str, str, str | None]]:
    """Yield domain, problem, statement and the canonical form of what it means (None: nothing)."""
    for suite in suites:
        for line in suite.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            meant = row["ground_truth"]
            if "statement" not in row or (meant != "not_understood" and isinstance(meant[0], list)):
                continue
            key = None if meant == "not_understood" else canonical_key([parse_constraint(each) for each in meant])
            yield row["domain"], str(row.get("problem", "1")), row["statement"], key


async def _measured(
    rows: list[tuple[str, str, str, str | None]],
    bundles: Callable[[str], DomainBundle],
    learned: list[frozenset[str]],
    retrieval: Retrieval,
    part: str | None,
) -> Counts:
    found = Counts()
    with _without(part):
        translator = Translator(retrieval=retrieval)
        for (domain, problem, text, meant), others in zip(rows, learned, strict=True):
            _, (read,) = await translator.translate(bundles(domain), problem, [Statement(id="s", text=text)])
            keys = [canonical_key(map(parse_constraint, each.constraints)) for each in (*read.readings, *read.guesses)]
            if meant is None:
                found.read_without_a_meaning += bool(read.readings)
                continue
            found.meant += 1
            if meant in keys or meant in others:
                found.among += 1
            else:
                found.lost.append(text)
            if read.readings:
                right = keys[0] == meant
                found.best_right += right
                found.best_wrong += not right
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reading_parts", description=__doc__)
    parser.add_argument("--suite", type=Path, action="append", required=True)
    parser.add_argument("--domains", type=Path, help="a further folder of domains")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rows = list(_rows(chosen.suite))
    loaded: dict[str, DomainBundle] = {}

    def bundles(name: str) -> DomainBundle:
        if name not in loaded:
            root = chosen.domains if chosen.domains is not None and (chosen.domains / name).is_dir() else None
            loaded[name] = load_domain(name, root)
        return loaded[name]

    encoder = CachedEncoder(load_encoder(cache_folder()))
    folder = shipped_reader()
    assert folder is not None, "a reader ships"
    reader, learned = Reader(folder, encoder), []
    lexicons: dict[tuple[str, str], Lexicon] = {}
    for domain, problem, text, _ in rows:
        lexicon = lexicons.setdefault((domain, problem), Lexicon(bundles(domain), problem))
        said = reader.read(lexicon, text).readings(2 * LEARNED)
        learned.append(frozenset(canonical_key(each.constraints) for each in said if each.constraints))
    retrieval = Retrieval(encoder)
    table = {}
    for part in (None, *PARTS):
        counts = asyncio.run(_measured(rows, bundles, learned, retrieval, part))
        table[part or "all parts"] = counts
        if not chosen.json:
            whole = table["all parts"]
            lost = [each for each in counts.lost if each not in set(whole.lost)]
            print(
                f"{part or 'all parts':32} among {counts.among} of {counts.meant}, best right {counts.best_right}, "
                f"best wrong {counts.best_wrong}, without a meaning read {counts.read_without_a_meaning}"
                + (f", loses e.g. {lost[:2]}" if lost else ""),
                flush=True,
            )
    if chosen.json:
        print(json.dumps({name: vars(each) for name, each in table.items()}, indent=2))


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
