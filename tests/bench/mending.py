"""How often a population of mutants holds what was meant, by what mutation prefers: on problem 4, never counted.

    python -m tests.bench.mending [--texts N] [--populations N] [--size N] [--encoder]

Wrong readings are those of the offline translator on the worded requests about problem 4 of which one modification
could make what was meant (`differences` with one way). For each, populations of so many different modifications of the
wrong constraint are drawn, as the search fills its first one. Times are left out of the comparison: mutation invents
them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import replace
from random import Random

from tests.bench.confusions import DOMAINS, file_of

from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Statement
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.problem.specification import Individual
from plancritic.coordinator.search.confusions import MODIFICATIONS, Difference, differences, shipped_confusions
from plancritic.coordinator.search.cosines import load_cosines
from plancritic.coordinator.search.mutation_bias import Preferences, Semantic, Uniform
from plancritic.coordinator.search.nearness import Nearness
from plancritic.coordinator.search.operators import Mutation
from plancritic.domains import load_domain
from plancritic.paths import cache_folder
from plancritic.pddl.language import parse_constraint
from plancritic.translator.translation import Translator
from plancritic.wording import Lexicon

PROBLEM = "4"
HORIZON = 20.0


async def wrong_readings(domain: str, texts: int) -> list[Difference]:
    """The wrong constraints that one modification mends, of so many texts taken by a seed."""
    rows = [json.loads(line) for line in file_of(domain).read_text(encoding="utf-8").splitlines()]
    pairs = [(text, row["constraints"]) for row in rows if row["problem"] == PROBLEM for text in row["texts"]]
    Random(1).shuffle(pairs)
    bundle, translator, found = load_domain(domain), Translator(), []
    statements = [Statement(id=f"s{number}", text=text) for number, (text, _) in enumerate(pairs[:texts])]
    _, read = await translator.translate(bundle, PROBLEM, statements, translator="offline")
    for each, (_, meant) in zip(read, pairs, strict=False):
        for reading in each.readings:
            wrong = differences(list(map(parse_constraint, reading.constraints)), list(map(parse_constraint, meant)))
            if len(wrong) == 1 and wrong[0].modification is not None:
                found.append(wrong[0])
    return found


def mended(wrong: Difference, mutation: Mutation, populations: int, size: int) -> float:
    """The share of populations that hold what was meant, but for its times."""
    preset = replace(PRESETS["ours"], operators=(("modify", 1.0),), mutations=(1, 1))
    start = Individual((TracedConstraint(constraint=str(wrong.read), statements=("s1",)),), ())
    hits = 0
    for seed in range(populations):
        random, made = Random(seed), set[str]()
        for _ in range(4 * size):
            if len(made) >= size:
                break
            made.add(mutation.mutate(start, preset, random).specification[0].constraint)
        parsed = (parse_constraint(each) for each in made)
        hits += any((each.type, each.conditions) == (wrong.meant.type, wrong.meant.conditions) for each in parsed)
    return hits / populations


def main() -> None:
    """Prints the mean over the wrong readings, by domain, way and preference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=300)
    parser.add_argument("--populations", type=int, default=10)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--encoder", action="store_true")
    arguments = parser.parse_args()
    for domain in DOMAINS:
        wrong = asyncio.run(wrong_readings(domain, arguments.texts))
        lexicon = Lexicon(load_domain(domain), PROBLEM)
        chosen: dict[str, Preferences] = {
            "uniform": Uniform(),
            "lexicon": Semantic(Nearness(lexicon.problem, lexicon), shipped_confusions()),
        }
        if arguments.encoder:
            cosines = load_cosines(cache_folder())
            chosen["encoder"] = Semantic(Nearness(lexicon.problem, lexicon, cosines), shipped_confusions())
        for name, preferences in chosen.items():
            mutation = Mutation(lexicon.problem, HORIZON, preferences)
            shares = [
                (each.modification, mended(each, mutation, arguments.populations, arguments.size)) for each in wrong
            ]
            by_modification = {
                kind: (sum(share for its, share in shares if its == kind), sum(its == kind for its, _ in shares))
                for kind in MODIFICATIONS
            }
            means = ", ".join(
                f"{kind} {total / max(count, 1):.4f} of {count}" for kind, (total, count) in by_modification.items()
            )
            mean = sum(share for _, share in shares) / max(len(shares), 1)
            sys.stdout.write(f"{domain} {name}: {mean:.4f} of {len(shares)} ({means})\n")


if __name__ == "__main__":
    main()
