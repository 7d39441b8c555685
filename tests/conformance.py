"""Fills `engines/capabilities/manifests.json`: what each engine can do, as its plans before the judges show.

Run by `make conformance`. Engines that are not here keep what they had, as declared.
"""

import asyncio
import json
from pathlib import Path

from tests.support.conformance_cases import CASES, EVERY_FEATURE

from plancritic.contracts.planning import SolveLimits
from plancritic.engines import ENGINES, PlanFound, PlanningRequest, available_engines, create_engine
from plancritic.engines.capabilities.manifest import CONSTRAINT_FEATURES, Manifest
from plancritic.engines.capabilities.manifests import records
from plancritic.verdicts.proof import prove_plan, standard_judges

FILE = Path(__file__).parents[1] / "libs" / "plancritic" / "engines" / "capabilities" / "manifests.json"
LIMITS = SolveLimits(seconds=5.0)


async def features_of(name: str) -> tuple[set[str], set[str]]:
    """The features of cases that the engine solves to the judges' satisfaction, and of those it plans wrongly."""
    engine = create_engine(name)
    engine.manifest = Manifest(EVERY_FEATURE, engine.manifest.configurations)  # type: ignore[misc] # refuse nothing
    judges = standard_judges()
    proved: set[str] = set()
    wrong: set[str] = set()
    for case in CASES:
        if case.feature in proved:
            continue
        outcome = await engine.solve(PlanningRequest(case.domain, case.problem, LIMITS))
        word = type(outcome).__name__
        if isinstance(outcome, PlanFound):
            proof = (await prove_plan(judges, case.domain, case.problem, outcome.plan)).proof
            word = proof.ruling
            if word == "accepted":
                proved.add(case.feature)
            else:
                wrong.add(case.feature)
        print(f"{name:15} {case.feature:28} {word}")
    await engine.close()
    if proved & CONSTRAINT_FEATURES:
        proved.add("trajectory-constraints")
    return proved, wrong


async def main() -> None:
    tried = {case.feature for case in CASES} | {"trajectory-constraints"}
    known = records()
    written = {}
    for name in ENGINES:
        record = known.get(name, {"version": None, "proved": [], "refuted": [], "declared": [], "wrong": []})
        if name in available_engines() and name != "optic":
            proved, wrong = await features_of(name)
            declared = (set(record["declared"]) | set(record["proved"])) - tried
            record = {
                "version": create_engine(name).version,
                "proved": sorted(proved),
                "refuted": sorted(tried - proved),
                "declared": sorted(declared),
                "wrong": sorted(wrong),
            }
        written[name] = record
    FILE.write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
