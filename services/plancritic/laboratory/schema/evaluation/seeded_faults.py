"""Libraries with seeded faults: what the filter cuts of their combinations, and what of the rest is solvable."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import Register
from plancritic.domains.descriptions import schema_of
from plancritic.laboratory.schema.evaluation.cases import REGISTERS, EvaluationDomain
from plancritic.laboratory.schema.evaluation.outcomes import Outcomes, outcomes_of
from plancritic.laboratory.schema.evaluation.recordings import Semantics, scores
from plancritic.pddl.faults import FAULT_KINDS, faulty_schemas
from plancritic.schema_library.candidates.candidate import Candidate, Library
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.filtering import Candidates, with_floor

RATES = (0.2, 0.4, 0.6)


@dataclass(frozen=True, slots=True)
class FaultSettings:
    """How many writers a library has, and how many libraries of each rate there are."""

    writers: int = 7
    libraries: int = 5
    rates: tuple[float, ...] = RATES
    processes: int = 2


class SeededRow(Contract):
    """Libraries of one domain at one rate of faults, before and after the filter with its floor (means over them).

    `left` is the mean share of the combinations that are kept; the solvable shares are means, too. `epsilons` are those
    that the floor took, one a library; `right_kept` says in how many the right set was among those kept, of those where
    it was present. `left_without_floor` and `emptied` (libraries without a solvable set) are before the floor.
    """

    domain: str
    described_in: Register
    rate: float
    libraries: int
    combinations: float
    left: float
    left_without_floor: float
    emptied: int
    solvable_before: float
    solvable_after: float
    undecided: int
    epsilons: tuple[float, ...]
    right_kept: int
    right_present: int

    @property
    def cut_enough(self) -> bool:
        """Whether less than a twentieth of the combinations is left."""
        return self.left < 0.05

    @property
    def doubled(self) -> bool | None:
        """Whether the solvable share at least doubled; None where half or more was solvable before."""
        return self.solvable_after >= 2 * self.solvable_before if self.solvable_before < 0.5 else None


def seeded_library(domain: EvaluationDomain, writers: int, rate: float, seed: int) -> Library:
    """Return the candidates of so many writers, each of whom errs in an action with this probability.

    The kind of a fault is drawn first, each as likely as the others, then the fault. Equal schemas are one candidate.
    """
    rng = random.Random(f"{seed} {domain.name} {rate}")
    candidates = {}
    for action in (each.lower() for each in domain.description.actions):
        right = domain.reference.actions[action]
        faults = faulty_schemas(right, domain.reference)
        kinds = [kind for kind in FAULT_KINDS if any(each.kind == kind for each in faults)]
        votes: dict[str, list[str]] = {}
        for writer in range(1, writers + 1):
            schema = right
            if rng.random() < rate:
                kind = rng.choice(kinds)
                schema = rng.choice([each.schema for each in faults if each.kind == kind])
            votes.setdefault(canonical_text(schema), []).append(f"{writer:02}")
        # Of equal ones the one written first: sorting is stable.
        candidates[action] = tuple(
            Candidate(action, schema_of(domain.skeleton, text), text, tuple(names))
            for text, names in sorted(votes.items(), key=lambda each: -len(each[1]))
        )
    return Library(domain.skeleton, candidates)


def seeded_rows(
    domain: EvaluationDomain,
    semantics: Semantics,
    settings: FaultSettings,
    seed: int,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[SeededRow, ...]:
    """Return a row for each register and rate; the libraries are those of the seed and of the numbers after it."""
    rows = []
    for rate in settings.rates:
        seeds = range(seed, seed + settings.libraries)
        libraries = [seeded_library(domain, settings.writers, rate, each) for each in seeds]
        progress(f"{domain.name}: {len(libraries)} libraries with faults at a rate of {rate}")
        before = _all_outcomes(domain, libraries, settings.processes)
        rows += [_row(domain, register, rate, libraries, before, semantics) for register in REGISTERS]
    return tuple(rows)


def _all_outcomes(domain: EvaluationDomain, libraries: list[Library], processes: int) -> list[Outcomes]:
    if processes == 1:
        return [outcomes_of(domain.problem, each.candidates) for each in libraries]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return list(pool.map(outcomes_of, [domain.problem] * len(libraries), [each.candidates for each in libraries]))


def _row(
    domain: EvaluationDomain,
    register: Register,
    rate: float,
    libraries: list[Library],
    before: list[Outcomes],
    semantics: Semantics,
) -> SeededRow:
    right = {name: canonical_text(action) for name, action in domain.reference.actions.items()}
    left, unfloored, shares, epsilons = [], [], [], []
    kept_right = present = undecided = emptied = 0
    for library, outcomes in zip(libraries, before, strict=True):
        # Which part of the product is solvable is known already: a kept set is a part of it.
        scored = scores(domain, register, library, semantics)
        at_once = outcomes.within(scored.kept)
        unfloored.append(at_once.combinations / outcomes.combinations)
        emptied += not at_once.solvable
        floored = with_floor(
            scored,
            semantics.scale,
            lambda kept, outcomes=outcomes: outcomes.within(kept).solvable > 0,  # type: ignore[misc]
        )
        after = outcomes.within(floored.filtered.kept)
        left.append(after.combinations / outcomes.combinations)
        shares.append(after.solvable / after.combinations if after.combinations else 0.0)
        epsilons.append(floored.filtered.epsilon)
        undecided += outcomes.undecided
        present += _has(library.candidates, right)
        kept_right += _has(floored.filtered.kept, right)
    return SeededRow(
        domain=domain.name,
        described_in=register,
        rate=rate,
        libraries=len(libraries),
        combinations=statistics.fmean(each.combinations for each in before),
        left=statistics.fmean(left),
        left_without_floor=statistics.fmean(unfloored),
        emptied=emptied,
        solvable_before=statistics.fmean(each.solvable / each.combinations for each in before),
        solvable_after=statistics.fmean(shares),
        undecided=undecided,
        epsilons=tuple(epsilons),
        right_kept=kept_right,
        right_present=present,
    )


def _has(candidates: Candidates, wanted: Mapping[str, str]) -> bool:
    return all(any(each.text == wanted[action] for each in found) for action, found in candidates.items())
