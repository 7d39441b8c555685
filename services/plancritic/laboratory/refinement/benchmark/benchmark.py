"""The domains of the benchmark: PDDL, words, and fixed problems for feedback and for evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Literal, get_args

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import read_description
from plancritic.laboratory.refinement.benchmark import generators
from plancritic.laboratory.refinement.benchmark.problem_sets import EVALUATION, FEEDBACK, SizeAndSeed

_DOMAINS = Path(__file__).parent / "domains"
_GENERATORS: Mapping[str, ModuleType] = {
    "blocks": generators.blocks,
    "miconic": generators.miconic,
    "bloxorz": generators.bloxorz,
    "checkers": generators.checkers,
    "flow": generators.flow,
    "hiking": generators.hiking,
    "pacman-63": generators.pacman_63,
    "pacman-72": generators.pacman_72,
    "bakery": generators.bakery,
    "harbour": generators.harbour,
    "greenhouse": generators.greenhouse,
    "parcel-lockers": generators.parcel_lockers,
}

#: `known`: the eight of [FS], with which weights were set; `unseen`: nothing may be tuned on them, they are only
#: measured.
DomainGroup = Literal["known", "unseen"]
DOMAIN_GROUPS: tuple[DomainGroup, ...] = get_args(DomainGroup)
_UNSEEN = frozenset({"bakery", "harbour", "greenhouse", "parcel-lockers"})


@dataclass(frozen=True, eq=False)
class BenchmarkDomain:
    """A domain of the benchmark.

    `text` is the true domain as PDDL, which a refiner must not see; `description` is what it gets instead, with the
    signatures prescribed. `generate` makes a solvable problem of a size and a seed. `temporal` is the domain with
    durations whose STRIPS part `text` is, where there is one.
    """

    name: str
    text: str
    description: DomainDescription
    generate: Callable[[int, int], str]
    feedback: tuple[SizeAndSeed, ...]
    evaluation: tuple[SizeAndSeed, ...]
    group: DomainGroup = "known"
    temporal: str | None = None

    def feedback_problems(self) -> tuple[str, ...]:
        """Return the five problems that feedback is given on, as PDDL."""
        return tuple(self.generate(size, seed) for size, seed in self.feedback)

    def evaluation_problems(self) -> tuple[str, ...]:
        """Return the five problems that a refined domain is judged by, as PDDL; none is a feedback problem."""
        return tuple(self.generate(size, seed) for size, seed in self.evaluation)


@lru_cache(maxsize=1)
def benchmark_domains() -> Mapping[str, BenchmarkDomain]:
    """Return the domains of both groups by name, the known ones first."""
    return {name: _read(name) for name in _GENERATORS}


def _read(name: str) -> BenchmarkDomain:
    folder = _DOMAINS / name
    temporal = folder / "temporal.pddl"
    return BenchmarkDomain(
        name=name,
        text=(folder / "domain.pddl").read_text(encoding="utf-8"),
        description=read_description(folder / "description.yaml"),
        generate=_GENERATORS[name].generate,
        feedback=FEEDBACK[name],
        evaluation=EVALUATION[name],
        group="unseen" if name in _UNSEEN else "known",
        temporal=temporal.read_text(encoding="utf-8") if temporal.is_file() else None,
    )
