"""How the offline translator's readings go wrong on worded requests: writes the coordinator's `confusions.json`.

    python -m tests.bench.confusions [--write]

It also prints how often the best and the second reading are right, by the best one's score and by how near the second
one's comes: what the coordinator's `readings.NEAR` and its settling by the check alone rest on.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from plancritic.contracts.translation import Reading, Statement
from plancritic.coordinator.search.confusions import Confusions, Difference, Provenance, counted, differences
from plancritic.domains import DomainBundle, load_domain
from plancritic.pddl.language import Constraint, parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.translator.translation import Translator

ROOT = Path(__file__).parents[2]
DOMAINS = ("waterway", "satellite")
PROBLEMS = ("1", "2", "3")
_BATCH = 50


@dataclass(frozen=True)
class Read:
    """One text's readings, best first, each with its score and whether it says what was meant."""

    scores: tuple[float, ...]
    right: tuple[bool, ...]
    wrong: tuple[tuple[Difference, ...], ...]


def texts_of(domain: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Problem, text and what it means, of each text about the problems."""
    for line in file_of(domain).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["problem"] in PROBLEMS:
            for text in row["texts"]:
                yield row["problem"], text, tuple(row["constraints"])


async def read(domain: str) -> list[Read]:
    """Every text of a domain, read."""
    bundle, translator = load_domain(domain), Translator()
    found: list[Read] = []
    for problem in PROBLEMS:
        rows = [(text, meant) for its, text, meant in texts_of(domain) if its == problem]
        for start in range(0, len(rows), _BATCH):
            found += await _batch(translator, bundle, problem, rows[start : start + _BATCH])
            sys.stderr.write(f"\r{domain} {problem}: {start + _BATCH} of {len(rows)}   ")
    return found


async def _batch(
    translator: Translator, bundle: DomainBundle, problem: str, rows: list[tuple[str, tuple[str, ...]]]
) -> list[Read]:
    statements = [Statement(id=f"s{number}", text=text) for number, (text, _) in enumerate(rows)]
    _, read_ones = await translator.translate(bundle, problem, statements, translator="offline")
    return [
        _compared(each.readings, [parse_constraint(text) for text in meant])
        for each, (_, meant) in zip(read_ones, rows, strict=True)
    ]


def _compared(readings: tuple[Reading, ...], meant: list[Constraint]) -> Read:
    parsed = [[parse_constraint(text) for text in reading.constraints] for reading in readings]
    truth = canonical_key(meant)
    right = tuple(canonical_key(each) == truth for each in parsed)
    wrong = tuple(differences(each, meant) for each, good in zip(parsed, right, strict=True) if not good)
    return Read(tuple(reading.score for reading in readings), right, wrong)


def confusions(reads: list[Read]) -> Confusions:
    """The counts over all of them."""
    found = [difference for each in reads for wrong in each.wrong for difference in wrong]
    types: dict[str, dict[str, int]] = {}
    for (was_read, meant), count in sorted(counted(found).items()):
        types.setdefault(was_read, {})[meant] = count
    return Confusions.model_validate(
        {
            "provenance": Provenance(
                command="python -m tests.bench.confusions --write",
                translator="offline",
                files={
                    str(file_of(domain).relative_to(ROOT)): hashlib.sha256(file_of(domain).read_bytes()).hexdigest()
                    for domain in DOMAINS
                },
                texts=len(reads),
                readings=sum(len(each.scores) for each in reads),
                wrong=sum(len(each.wrong) for each in reads),
            ).model_dump(),
            "types": types,
        }
    )


def calibration(reads: list[Read]) -> list[str]:
    """How often the best and the second reading are right, as lines of a table."""
    bins: Counter[tuple[str, str]] = Counter()
    best: Counter[tuple[str, str]] = Counter()
    second: Counter[tuple[str, str]] = Counter()
    for each in reads:
        if not each.scores:
            continue
        ratio = each.scores[1] / each.scores[0] if len(each.scores) > 1 else None
        place = (_bin(each.scores[0], 0.1), "none" if ratio is None else _bin(ratio, 0.1))
        bins[place] += 1
        best[place] += each.right[0]
        second[place] += len(each.right) > 1 and each.right[1]
    lines = ["best score | second / best | texts | best right | second right"]
    return lines + [
        f"{score} | {ratio} | {count} | {best[score, ratio] / count:.2f} | {second[score, ratio] / count:.2f}"
        for (score, ratio), count in sorted(bins.items())
    ]


def _bin(value: float, width: float) -> str:
    low = min(int(value / width + 1e-9), int(1 / width) - 1) * width
    return f"{low:.1f}-{low + width:.1f}"


def file_of(domain: str) -> Path:
    """The worded requests about a domain."""
    return ROOT / "domains" / domain / "wordings" / "texts.jsonl"


def main() -> None:
    """Prints the counts and the calibration; writes the counts where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the coordinator's confusions.json")
    arguments = parser.parse_args()
    reads = [each for domain in DOMAINS for each in asyncio.run(read(domain))]
    text = confusions(reads).model_dump_json(indent=1) + "\n"
    sys.stdout.write(text + "\n".join(calibration(reads)) + "\n")
    if arguments.write:
        Path(str(resources.files("plancritic.coordinator.search").joinpath("confusions.json"))).write_text(
            text, "utf-8"
        )


if __name__ == "__main__":
    main()
