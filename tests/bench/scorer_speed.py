"""Step 11: 20 plans x 5 statements judged in this process, of 15 steps and of 56, on ONNX Runtime and in torch."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import kairos
from tests.bench.sizes import Measured, Sizes, percentile
from tests.support.padded_plans import delayed, padded

from plancritic.adherence.executed_plans import executed
from plancritic.adherence.inputs import ProblemReader
from plancritic.domains import domains_root, load_domain
from plancritic.embedding import CachedEncoder, load_encoder
from plancritic.embedding.settings import EmbeddingSettings
from plancritic.local.publishing import MODEL_FOLDER
from plancritic.pddl.execution import execute
from plancritic.pddl.language import Plan, parse_plan
from plancritic.scorer.serving import AdherenceModel
from plancritic.wording import Lexicon

if TYPE_CHECKING:
    from tests.bench.scorer_in_torch import NetworkBesideGraph

DOMAIN, PROBLEM = "waterway", "1"
SUITE = Path(__file__).parents[1] / "cases/feedback/rephrasings-dev.jsonl"
_PLANS, _TEXTS = 20, 5
#: Milliseconds that 20 plans x 5 statements may take, by the least number of steps; two cores, embeddings known.
_BARS = {15: 50.0, 56: 150.0}
_THREADS = 2
#: How far the graph's probabilities may be from the network's.
_DIFFERENCE = 1e-4
_REPEATS = 40


async def scorer_speed(sizes: Sizes) -> Measured:
    """Milliseconds for plans never seen before and for the same again; every repeat has plans of its own.

    Wall time is what the bars are about, on two cores that nobody else uses; CPU time tells what it would be there.
    """
    lexicon = Lexicon(load_domain(DOMAIN), PROBLEM)
    encoder = CachedEncoder(load_encoder(EmbeddingSettings().cache, _THREADS))
    model = AdherenceModel(domains_root() / DOMAIN / MODEL_FOLDER, encoder, _THREADS)
    texts = _statements()
    chance = random.Random(sizes.seed)
    base = _base_plan(lexicon)
    beside = _beside_torch(encoder.dimensions, sizes.seed)
    measured: Measured = {
        "threads": _THREADS,
        "repeats": _REPEATS,
        "from torch when it was exported": model.card.parity,
        "difference allowed": _DIFFERENCE,
    }
    for least, bar in _BARS.items():
        plans = _plans(lexicon, base, least, chance)
        fresh = [[str(delayed(plan, 0.0, 0.001 * repeat)) for plan in plans] for repeat in range(_REPEATS + 1)]
        model.score(lexicon, fresh.pop(), texts)
        first, first_cpu = _milliseconds(fresh, lambda shown: model.score(lexicon, shown, texts))
        again, _ = _milliseconds(fresh[:1] * _REPEATS, lambda shown: model.score(lexicon, shown, texts))
        _, executing_cpu = _milliseconds(fresh, lambda shown: executed(lexicon.problem, shown))
        name = f"{_PLANS} plans of {min(len(plan.steps) for plan in plans)} steps x {_TEXTS} statements"
        measured[name] = {
            "new plans, ms p50": _rounded(first, 0.5),
            "p95": _rounded(first, 0.95),
            "bar": bar,
            "met": percentile(first, 0.95) < bar,
            "CPU ms p50": _rounded(first_cpu, 0.5),
            "of it executing the plans": _rounded(executing_cpu, 0.5),
            "the same plans again, ms p50": _rounded(again, 0.5),
            "p95 again": _rounded(again, 0.95),
        }
        if beside is not None:
            compared = beside.compared(ProblemReader(lexicon, encoder), fresh[0], texts)
            measured[f"network alone, {name}"] = compared
    if beside is None:
        measured["torch"] = "not installed (`make setup-train`): the graph is not compared with the network"
    return measured


def _beside_torch(dimensions: int, seed: int) -> NetworkBesideGraph | None:
    if find_spec("torch") is None:
        return None
    # Imported here: most machines have no torch.
    from tests.bench.scorer_in_torch import NetworkBesideGraph

    return NetworkBesideGraph(dimensions, _THREADS, seed)


def _milliseconds(inputs: Sequence[list[str]], work: Callable[[list[str]], object]) -> tuple[list[float], list[float]]:
    """Wall and CPU time of the work on each input."""
    wall, cpu = [], []
    for each in inputs:
        started, used = time.perf_counter(), time.process_time()
        work(each)
        wall.append(1000 * (time.perf_counter() - started))
        cpu.append(1000 * (time.process_time() - used))
    return wall, cpu


def _rounded(milliseconds: Sequence[float], share: float) -> float:
    return round(percentile(milliseconds, share), 1)


def _statements() -> tuple[str, ...]:
    rows = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]
    texts = dict.fromkeys(row["statement"] for row in rows if row["domain"] == DOMAIN)
    return tuple(texts)[:: len(texts) // _TEXTS][:_TEXTS]


def _base_plan(lexicon: Lexicon) -> Plan:
    bundle = load_domain(DOMAIN)
    task = kairos.parse_problem(bundle.problem(PROBLEM), kairos.parse_domain(bundle.domain_pddl))
    result = kairos.Planner().solve(task, timeout=10.0, anytime=False, threads=1)
    assert result.plan is not None
    return parse_plan(result.plan.to_string(kairos.PlanFormat.IPC))


def _plans(lexicon: Lexicon, base: Plan, least: int, chance: random.Random) -> list[Plan]:
    """Different plans of at least so many steps: the base plan with trips there and back, and with waits."""
    trips = max(0, -(-(least - len(base.steps)) // 2))
    found: list[Plan] = []
    while len(found) < _PLANS:
        longer = padded(lexicon.problem, base, chance, trips)
        waiting = delayed(longer, chance.choice([step.start for step in longer.steps]), round(chance.random(), 3))
        if execute(lexicon.problem, waiting).fault is None:
            found.append(waiting)
    return found
