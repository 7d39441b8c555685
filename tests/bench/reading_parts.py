"""What each part of the offline grammar is worth beside the learned reader.

    python -m tests.bench.reading_parts --suite tests/cases/feedback/unseen-own.jsonl [--domains FOLDER] [--every N]
        [--reader FOLDER] [--part NAME | --no-parts] [--json]

Reads the single statements of suites in process (no service, no plan, no scorer) as the translator ships, with its
reader, with all parts and without each of them, and counts: statements with the right meaning among their candidates;
those whose likeliest candidate is right, or wrong; those that are told as clear, and of these the wrong ones (also what
asks for nothing). Canonical forms are compared. The posterior is the one that ships for domains without a scorer; a
plan shown is that of `tests/cases/corpus/plans`, and each meaning has a plan of its own. Without a part only those
statements are read again in which it said something.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.reading_rules import PARTS, Cut, watched, without

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.coordinator.problem.bank import Bank
from plancritic.coordinator.understanding.candidates import candidates_of, is_idle
from plancritic.domains import DomainBundle, load_domain
from plancritic.embedding import CachedEncoder, load_encoder
from plancritic.paths import cache_folder
from plancritic.pddl.language import Constraint, parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.posterior import CandidateEvidence, posterior, shipped_model
from plancritic.reading.model import Likelihood, Reader, TextReading
from plancritic.reading.own import Readers
from plancritic.reading.shipped import shipped_reader
from plancritic.translator.candidates.retrieval import Retrieval
from plancritic.translator.translation import Translator
from plancritic.wording import Lexicon

PLANS = Path(__file__).resolve().parents[1] / "cases/corpus/plans"


@dataclass(frozen=True)
class Row:
    """A statement, and the canonical form of what it means (None: nothing)."""

    domain: str
    problem: str
    text: str
    meant: str | None


@dataclass(frozen=True)
class Outcome:
    """What becomes of one statement."""

    among: bool = False
    likeliest: bool | None = None
    clear: bool = False
    read: bool = False

    @property
    def wrong(self) -> bool:
        """Return whether it is told as clear, and wrong."""
        return self.clear and not self.likeliest


@dataclass
class Counts:
    """What becomes of all."""

    statements: int = 0
    among: int = 0
    likeliest_right: int = 0
    likeliest_wrong: int = 0
    clear: int = 0
    clear_wrong: int = 0
    read_again: int = 0
    lost: list[str] = field(default_factory=list)
    newly_wrong: list[str] = field(default_factory=list)


class RememberedReader(Reader):
    """The reader that ships, which is asked once what it holds of a text, however often that is wanted."""

    def __init__(self, folder: Path, encoder: CachedEncoder) -> None:
        """Load the reader of a folder."""
        super().__init__(folder, encoder)
        self._said: dict[tuple[str, str, str], _Remembered] = {}

    def read(self, lexicon: Lexicon, text: str) -> TextReading:
        """Return what it says of a text."""
        key = (lexicon.bundle.sha256, lexicon.problem_id, text)
        if key not in self._said:
            self._said[key] = _Remembered(super().read(lexicon, text))
        return self._said[key]


class _Remembered(TextReading):
    def __init__(self, said: TextReading) -> None:
        self._reading = said
        self._likely: dict[str, Likelihood | None] = {}
        self._proposed: dict[int, Any] = {}
        self._nothing: float | None = None

    def readings(self, most: int) -> Any:
        if most not in self._proposed:
            self._proposed[most] = self._reading.readings(most)
        return self._proposed[most]

    @property
    def asks_nothing(self) -> float:
        if self._nothing is None:
            self._nothing = self._reading.asks_nothing
        return self._nothing

    def likelihoods(self, many: Sequence[Sequence[Constraint]]) -> list[Likelihood | None]:
        keys = [" ".join(map(str, each)) for each in many]
        new = [(key, each) for key, each in zip(keys, many, strict=True) if key not in self._likely]
        if new:
            found = self._reading.likelihoods([each for _, each in new])
            self._likely.update((key, likely) for (key, _), likely in zip(new, found, strict=True))
        return [self._likely[key] for key in keys]


class Bench:
    """Reads rows and says what becomes of them."""

    def __init__(self, domains: Path | None, reader: Path | None = None) -> None:
        """`domains` is a further folder of domains, `reader` the folder of another reader than the one that ships."""
        self._domains = domains
        self._loaded: dict[str, DomainBundle] = {}
        self._banks: dict[tuple[str, str], Bank] = {}
        encoder = CachedEncoder(load_encoder(cache_folder()))
        folder = reader or shipped_reader()
        assert folder is not None, "a reader ships"
        self._reader = RememberedReader(folder, encoder)
        self._retrieval = Retrieval(encoder)
        self._model = shipped_model(with_scorer=False, with_reader=True)

    def translator(self) -> Translator:
        """Return a translator that has read nothing yet."""
        return Translator(retrieval=self._retrieval, readers=Readers(self._reader), kept=64)

    def outcome(self, translator: Translator, row: Row) -> Outcome:
        """Return what becomes of a row."""
        bundle, said = self._bundle(row.domain), [Statement(id="s", text=row.text)]
        _, (read,) = asyncio.run(translator.translate(bundle, row.problem, said))
        return self._judged(bundle, row, read)

    def _judged(self, bundle: DomainBundle, row: Row, read: StatementReadings) -> Outcome:
        problem = Lexicon(bundle, row.problem).problem
        candidates = candidates_of(read, True, problem)
        keys = [canonical_key(map(parse_constraint, each.constraints)) for each in candidates]
        distinct = list(dict.fromkeys(keys))
        bank = self._bank(bundle, row)
        evidence = [
            CandidateEvidence(each, (*bank.satisfied(each.constraints), *(other == key for other in distinct)), shown=0)
            for each, key in zip(candidates, keys, strict=True)
        ]
        found = posterior(evidence, None, self._model, read.asks_nothing)
        among, best = row.meant in keys, found.best
        if best is None:
            return Outcome(among, read=bool(read.readings))
        right = canonical_key(map(parse_constraint, best.best.constraints)) == row.meant
        sure = best.best.printed or best.sureness >= self._model.clear
        clear = sure and not best.best.unread and not is_idle(best.best, problem)
        return Outcome(among, right, clear, bool(read.readings))

    def _bundle(self, name: str) -> DomainBundle:
        if name not in self._loaded:
            apart = self._domains is not None and (self._domains / name).is_dir()
            self._loaded[name] = load_domain(name, self._domains if apart else None)
        return self._loaded[name]

    def _bank(self, bundle: DomainBundle, row: Row) -> Bank:
        key = (row.domain, row.problem)
        if key not in self._banks:
            plan = (PLANS / f"{row.domain}-{row.problem}.plan").read_text(encoding="utf-8")
            self._banks[key] = Bank(Lexicon(bundle, row.problem).problem, (plan,))
        return self._banks[key]


def rows_of(suites: Sequence[Path], every: int = 1) -> list[Row]:
    """Return each `every`th of the single statements of suites."""
    return list(_rows(suites))[::every]


def _rows(suites: Sequence[Path]) -> Iterator[Row]:
    for suite in suites:
        for line in suite.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            meant = row["ground_truth"]
            if "statement" not in row or (meant != "not_understood" and isinstance(meant[0], list)):
                continue
            key = None if meant == "not_understood" else canonical_key([parse_constraint(each) for each in meant])
            yield Row(row["domain"], str(row.get("problem", "1")), row["statement"], key)


def counted(rows: Sequence[Row], whole: Sequence[Outcome], found: dict[int, Outcome]) -> Counts:
    """Return the counts where the rows of `found` come out so, and all others as with all parts."""
    counts = Counts(statements=len(rows), read_again=len(found))
    for number, (row, before) in enumerate(zip(rows, whole, strict=True)):
        now = found.get(number, before)
        counts.among += now.among
        counts.likeliest_right += now.likeliest is True
        counts.likeliest_wrong += now.likeliest is False
        counts.clear += now.clear
        counts.clear_wrong += now.wrong
        if before.among and not now.among:
            counts.lost.append(row.text)
        if now.wrong and not before.wrong:
            counts.newly_wrong.append(row.text)
    return counts


def measured(bench: Bench, rows: Sequence[Row], parts: Sequence[str]) -> Iterator[tuple[str, Counts]]:
    """Yield the counts with all parts, and without each of some."""
    spoke: dict[Cut, set[int]] = {}
    whole: list[Outcome] = []
    with watched(lambda cut: spoke.setdefault(cut, set()).add(len(whole))):
        translator = bench.translator()
        for row in rows:
            whole.append(bench.outcome(translator, row))
    yield "all parts", counted(rows, whole, {})
    for part in parts:
        with without(part):
            translator = bench.translator()
            concerned = sorted(set().union(*(spoke.get(cut, set()) for cut in PARTS[part])))
            found = {number: bench.outcome(translator, rows[number]) for number in concerned}
        yield part, counted(rows, whole, found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.reading_parts", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--suite", type=Path, action="append", required=True)
    parser.add_argument("--domains", type=Path, help="a further folder of domains")
    parser.add_argument("--reader", type=Path, help="folder of another reader than the one that ships")
    parser.add_argument("--no-parts", action="store_true", help="take out nothing: the whole alone")
    parser.add_argument("--every", type=int, default=1, help="read each N-th statement only")
    parser.add_argument("--part", action="append", choices=PARTS, help="take out this part only; repeatable")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each part")
    chosen = parser.parse_args()
    for name, counts in measured(
        Bench(chosen.domains, chosen.reader),
        rows_of(chosen.suite, chosen.every),
        () if chosen.no_parts else chosen.part or tuple(PARTS),
    ):
        if chosen.json:
            print(json.dumps({"without": name, **vars(counts)}), flush=True)
            continue
        print(
            f"{name:28} among {counts.among} of {counts.statements}, likeliest right {counts.likeliest_right}, wrong "
            f"{counts.likeliest_wrong}, clear {counts.clear}, of these wrong {counts.clear_wrong}, "
            f"read again {counts.read_again}"
            + (f", loses e.g. {counts.lost[:2]}" if counts.lost else "")
            + (f", newly wrong e.g. {counts.newly_wrong[:2]}" if counts.newly_wrong else ""),
            flush=True,
        )


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
