"""How the offline translator does on requests in people's words, and what its scores are worth.

    python -m tests.bench.wordings [--domain NAME] [--problems 1,2,3] [--every N] [--sample SEED] [--calibrate [N]]

Reads `domains/<name>/wordings/texts.jsonl` in process (no service, no broker) and prints, for each sort of constraint
and each way of writing: how many texts are read exactly (the best reading's constraints mean the same as what is
recorded: canonical forms are compared, and what an action gives for what it takes away counts as the same), how many
are among the first five readings, how many are not understood, and how many are misread with a score of 0.85 or more.
Then the reliability of the scores: how often a best reading is right, by its score. Problem 4 is for testing only.

`--calibrate N` fits what a reading's fit is worth anew, on N texts a domain (170) of problems 1 to 3 and on the
single statements of tests/cases/feedback/rephrasings-dev.jsonl, and writes the translator's `calibration.yaml`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tests.bench.score_fitting import Fitted, fit, write

from plancritic.domains import load_domain
from plancritic.mentions.linking import Linker
from plancritic.mentions.world import World
from plancritic.pddl.language import (
    And,
    Atom,
    Condition,
    Constraint,
    Not,
    Or,
    parse_constraint,
    parse_domain,
    parse_problem,
)
from plancritic.pddl.specification import canonical_key
from plancritic.translator.candidates.offline import _LONGEST, Parse, Parser

ROOT = Path(__file__).parents[2]
DOMAINS = ("waterway", "satellite")
#: From here on people and the coordinator take a reading for sure.
SURE = 0.85
#: The four ways of writing that each request was asked for in, in turn.
WAYS = ("curt", "plain", "roundabout", "free")
_BINS = (0.35, 0.6, 0.7, 0.8, 0.85, 0.9, 0.94, 0.97, 1.01)


@dataclass(frozen=True)
class Outcome:
    """What became of one text."""

    sort: str
    way: str
    score: float | None
    exact: bool
    among_five: bool

    @property
    def surely_wrong(self) -> bool:
        """Whether it was misread with a score that passes for sure."""
        return self.score is not None and not self.exact and self.score >= SURE


def outcomes(domain: str, problems: set[str], every: int, seed: int | None) -> Iterable[Outcome]:
    """What becomes of the texts of a domain's problems, of every n-th, in the file's order or shuffled by a seed."""
    bundle = load_domain(domain)
    parsers: dict[str, Parser] = {}
    file = ROOT / "domains" / domain / "wordings" / "texts.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    texts = [(r, n, t) for r in rows if r["problem"] in problems for n, t in enumerate(r["texts"])]
    if seed is not None:
        random.Random(seed).shuffle(texts)
    for row, number, text in texts[::every]:
        problem = row["problem"]
        if problem not in parsers:
            model = parse_problem(bundle.problem(problem), parse_domain(bundle.domain_pddl))
            parsers[problem] = Parser(Linker(bundle.context, World(model)))
        parser = parsers[problem]
        truth = _keys(map(parse_constraint, row["constraints"]), parser.linker.world)
        parses = parser.parse(text)
        same = [bool(truth & _keys(parse.constraints, parser.linker.world)) for parse in parses]
        score = parses[0].score if parses else None
        yield Outcome(row["sort"], WAYS[number % len(WAYS)], score, bool(same) and same[0], any(same))


def _keys(constraints: Iterable[Constraint], world: World) -> frozenset[str]:
    """The canonical form, as it stands and with what actions give for what they take away."""
    lowered = [parse_constraint(str(constraint).lower()) for constraint in constraints]
    given = [Constraint(c.type, tuple(_given(part, world) for part in c.conditions), c.bounds) for c in lowered]
    return frozenset({f"as it stands\n{canonical_key(lowered)}", f"as given\n{canonical_key(given)}"})


def _given(condition: Condition, world: World) -> Condition:
    if isinstance(condition, Not) and isinstance(condition.condition, Atom):
        return world.counterpart(condition.condition) or condition
    if isinstance(condition, And | Or):
        return type(condition)(tuple(_given(part, world) for part in condition.conditions))
    return condition


def _print(found: list[Outcome]) -> None:
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in found:
        for key in (outcome.sort, f"way: {outcome.way}", "all"):
            groups[key].append(outcome)
    print(f"{'':18}{'texts':>6}{'exact':>8}{'in five':>9}{'not understood':>16}{'surely wrong':>14}")
    for key in sorted(groups, key=lambda name: (name.startswith("way"), name == "all", name)):
        rows = groups[key]
        counts = (
            sum(r.exact for r in rows),
            sum(r.among_five for r in rows),
            sum(r.score is None for r in rows),
            sum(r.surely_wrong for r in rows),
        )
        exact, five, none, wrong = (f"{100 * count / len(rows):.1f}%" for count in counts)
        print(f"{key:18}{len(rows):6}{exact:>8}{five:>9}{none:>16}{wrong:>14}")
    print("score of the best reading: how often it is right")
    binned = Counter((_bin(r.score), r.exact) for r in found if r.score is not None)
    for low, high in pairwise(_BINS):
        right, wrong_ = binned[low, True], binned[low, False]
        if right + wrong_:
            print(f"  {low:.2f} to {min(high, 1.0):.2f}: {right} of {right + wrong_}")


def _bin(score: float) -> float:
    return max(low for low in _BINS if low <= max(score, _BINS[0]))


def calibrate(domains: Iterable[str], most: int, seed: int) -> None:
    """Fit the scores anew on texts of problems 1 to 3 and on the development suite, and write them."""
    rows: list[Fitted] = []
    for domain in domains:
        bundle = load_domain(domain)
        parsers: dict[str, Parser] = {}
        chosen = _texts(domain, {"1", "2", "3"}, seed)[:most]
        suite = ROOT / "tests" / "cases" / "feedback" / "rephrasings-dev.jsonl"
        known = [json.loads(line) for line in suite.read_text(encoding="utf-8").splitlines()]
        chosen.extend(("1", row["statement"], row["ground_truth"]) for row in known if row["domain"] == domain)
        for problem, text, constraints in chosen:
            if problem not in parsers:
                model = parse_problem(bundle.problem(problem), parse_domain(bundle.domain_pddl))
                parsers[problem] = Parser(Linker(bundle.context, World(model)))
            world = parsers[problem].linker.world
            truth = _keys(map(parse_constraint, constraints), world)
            found = _fits(parsers[problem], text)
            if found:
                meant = canonical_key(found[0].constraints)
                rival = next((p.score for p in found[1:] if canonical_key(p.constraints) != meant), None)
                rows.append(Fitted(found[0].score, rival, bool(truth & _keys(found[0].constraints, world))))
    fitted = fit(rows)
    texts = f"{most} texts of each of domains/{{{','.join(domains)}}}/wordings (problems 1 to 3, seed {seed})"
    write(fitted, f"{len(rows)} readings: {texts}\n# and tests/cases/feedback/rephrasings-dev.jsonl")
    print(fitted)


def _fits(parser: Parser, text: str) -> list[Parse]:
    """The readings of a text that is not too long to be read at once, with their fit as the score."""
    items = parser._asked(text)
    return parser._read(items) if len(items) <= _LONGEST else []


def _texts(domain: str, problems: set[str], seed: int) -> list[tuple[str, str, list[str]]]:
    """The texts of a domain's problems, shuffled: problem, text, constraints."""
    file = ROOT / "domains" / domain / "wordings" / "texts.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    texts = [(r["problem"], text, r["constraints"]) for r in rows if r["problem"] in problems for text in r["texts"]]
    random.Random(seed).shuffle(texts)
    return texts


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--domain", choices=DOMAINS, action="append", help="both where none is named")
    parser.add_argument("--problems", default="1,2,3")
    parser.add_argument("--every", type=int, default=1, help="read every n-th text only")
    parser.add_argument("--sample", type=int, default=None, metavar="SEED", help="shuffle the texts before")
    parser.add_argument("--calibrate", type=int, nargs="?", const=170, metavar="N", help="fit the scores anew")
    options = parser.parse_args()
    if options.calibrate is not None:
        calibrate(options.domain or DOMAINS, options.calibrate, options.sample or 11)
        return
    for domain in options.domain or DOMAINS:
        began = time.process_time()
        found = list(outcomes(domain, set(options.problems.split(",")), options.every, options.sample))
        spent = 1000 * (time.process_time() - began) / max(1, len(found))
        print(f"{domain}, problems {options.problems}: {len(found)} texts, {spent:.0f} ms of CPU each")
        _print(found)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
