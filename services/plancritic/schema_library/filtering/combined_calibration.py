"""What the threshold of the combined score comes from: how far right schemas are behind, by domain.

The libraries are of seeded writers, with one misleading sentence each. The weights are fitted on the calibrating
domains. So that the threshold does not know its own domains, the gaps of each
domain are those by the weights that the other calibrating domains give (cross-conformal: Vovk 2015).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from pydantic import Field, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import Register
from plancritic.contracts.modelling.messages import FilterScore
from plancritic.embedding import CachedEncoder, Encoder
from plancritic.pddl.language import Action
from plancritic.schema_library.corpus import Corpus, CorpusDomain
from plancritic.schema_library.filtering.agreement import supports, writers_behind
from plancritic.schema_library.filtering.calibration import REGISTERS, check_encoder
from plancritic.schema_library.filtering.combined import Choice, Weights, fitted, gaps
from plancritic.schema_library.filtering.conformal import domain_threshold
from plancritic.schema_library.filtering.schema_text import TEXT_VERSION, description_text, schema_text
from plancritic.schema_library.filtering.scored import CandidateScores
from plancritic.schema_library.filtering.seeded_writers import LIBRARIES, Kind, SeededAction, seeded_actions

COMBINED_CALIBRATION_FILE = "combined.json"
_DIGITS = 5


class CombinedCalibration(Contract):
    """Weights of agreement and similarity, and the greatest gap of a right schema in each seeded library.

    By register; `gaps` has them for each calibrating domain. `encoder`, `text_version` and `corpus` are as in
    `Calibration`.
    """

    encoder: str
    text_version: int
    corpus: str
    domains: tuple[str, ...] = Field(min_length=1)
    weights: dict[Register, Weights]
    gaps: dict[Register, dict[str, tuple[float, ...]]]

    @property
    def score(self) -> FilterScore:
        """What the threshold is one of."""
        return "combined"

    def check(self, encoder: Encoder) -> None:
        """Raise `ContractError` where similarities of this encoder cannot be weighed by these weights."""
        check_encoder(encoder, self.encoder, self.text_version)

    def threshold(self, register: Register, epsilon: float) -> float | None:
        """Return the greatest gap that is kept, so that a domain keeps all its right schemas; None: all are kept."""
        libraries = [[each] for several in self.gaps[register].values() for each in several]
        return domain_threshold(libraries, epsilon)

    def scores(
        self, register: Register, schemas: Sequence[Action], votes: Sequence[int], similarities: Sequence[float]
    ) -> tuple[CandidateScores, ...]:
        """Return the scores of an action's candidates."""
        behind = writers_behind(schemas, votes)
        apart = gaps(supports(schemas, votes), similarities, self.weights[register])
        return tuple(map(CandidateScores, similarities, behind, apart))

    def keeps(self, scores: CandidateScores, least: float | None) -> bool:
        """Return whether a candidate is kept under a threshold.

        Raises:
            ValueError: nobody has computed its gap.
        """
        if scores.gap is None:
            raise ValueError("the candidates were not scored by agreement and similarity together")
        # Digits beyond those that are written say nothing.
        return least is None or scores.gap <= least + 10**-_DIGITS


def calibrate_combined(encoder: Encoder, corpus: Corpus, libraries: int = LIBRARIES) -> CombinedCalibration:
    """Return the calibration of an encoder on the corpus's calibrating part."""
    weighed: dict[Register, Weights] = {}
    apart: dict[Register, dict[str, tuple[float, ...]]] = {}
    cached = CachedEncoder(encoder)
    for register in REGISTERS:
        seeded = library_choices(cached, corpus.part("calibrate"), register, libraries)
        weighed[register] = _rounded(fitted(choices_of(seeded.values())))
        apart[register] = {
            name: tuple(round(max(each, default=0.0), _DIGITS) for each in found)
            for name, found in cross_fitted_gaps(seeded).items()
        }
    return CombinedCalibration(
        encoder=encoder.name,
        text_version=TEXT_VERSION,
        corpus=corpus.sha256,
        domains=corpus.split["calibrate"],
        weights=weighed,
        gaps=apart,
    )


#: The actions of each library of a domain whose right schema somebody wrote.
LibraryChoices = tuple[tuple[Choice, ...], ...]


def library_choices(
    encoder: Encoder,
    domains: Sequence[CorpusDomain],
    register: Register,
    libraries: int = LIBRARIES,
    kind: Kind = "one misled",
) -> dict[str, LibraryChoices]:
    """Return by domain what the writers of each of its seeded libraries chose between."""
    found: dict[str, dict[tuple[int, int, float], list[Choice]]] = defaultdict(lambda: defaultdict(list))
    for each, supported in _supported(tuple(domains), libraries, kind):
        of_library = found[each.domain.name][each.library]
        if each.right is not None:
            of_library.append(Choice(supported, _similarities(encoder, each, register), each.right))
    return {name: tuple(map(tuple, several.values())) for name, several in found.items()}


@lru_cache(maxsize=4)
def _supported(
    domains: tuple[CorpusDomain, ...], libraries: int, kind: Kind
) -> tuple[tuple[SeededAction, tuple[int, ...]], ...]:
    """Return seeded actions with the support of each candidate: both registers have the same."""
    return tuple((each, supports(each.schemas, each.votes)) for each in seeded_actions(domains, libraries, kind))


def choices_of(several: Iterable[LibraryChoices]) -> list[Choice]:
    """Return all choices of domains in one list."""
    return [choice for libraries in several for library in libraries for choice in library]


def cross_fitted_gaps(seeded: Mapping[str, LibraryChoices]) -> dict[str, tuple[tuple[float, ...], ...]]:
    """Return the gaps of the right schemas in each library of a domain, by the weights that the others give."""
    found = {}
    for name, libraries in seeded.items():
        weights = fitted(choices_of(own for other, own in seeded.items() if other != name))
        found[name] = right_gaps(libraries, weights)
    return found


def right_gaps(libraries: LibraryChoices, weights: Weights) -> tuple[tuple[float, ...], ...]:
    """Return how far behind the right schemas of each library are."""
    return tuple(
        tuple(gaps(each.supports, each.similarities, weights)[each.right] for each in library) for library in libraries
    )


def read_combined_calibration(path: Path) -> CombinedCalibration:
    """Read a calibration. Raises `ContractError` where it is missing or broken."""
    try:
        return CombinedCalibration.model_validate_json(path.read_bytes())
    except OSError as error:
        reason = f"it cannot be read ({error.strerror or error})"
    except ValidationError as error:
        reason = f"it is not of the expected form ({error.error_count()} faults)"
    raise ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the calibration of the combined score cannot be used: {reason}",
            remedy="restore it, or make it again: `plancritic train calibration --score combined`",
            file=str(path),
        )
    )


def write_combined_calibration(path: Path, made: CombinedCalibration) -> None:
    """Write a calibration."""
    path.write_text(json.dumps(made.model_dump(mode="json"), indent=1) + "\n")


def _similarities(encoder: Encoder, seeded: SeededAction, register: Register) -> tuple[float, ...]:
    described = encoder.encode([description_text(seeded.domain.description, seeded.action, register)])
    schemas = encoder.encode([schema_text(each) for each in seeded.schemas])
    return tuple(float(each) for each in np.dot(schemas, described[0]))


def _rounded(weights: Weights) -> Weights:
    return Weights(support=round(weights.support, _DIGITS), similarity=round(weights.similarity, _DIGITS))
