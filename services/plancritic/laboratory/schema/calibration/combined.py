"""Makes the calibration of the combined score: its weights, and how far right schemas are behind, by domain."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import CachedEncoder, Encoder
from plancritic.laboratory.schema.calibration.seeded_writers import LIBRARIES, Kind, SeededAction, seeded_actions
from plancritic.laboratory.schema.corpus import Corpus, CorpusDomain
from plancritic.schema_library.filtering.agreement import supports
from plancritic.schema_library.filtering.calibration import REGISTERS
from plancritic.schema_library.filtering.combined import Choice, Weights, fitted, gaps
from plancritic.schema_library.filtering.combined_calibration import DIGITS, CombinedCalibration
from plancritic.schema_library.filtering.schema_text import TEXT_VERSION, description_text, schema_text


def calibrate_combined(encoder: Encoder, corpus: Corpus, libraries: int = LIBRARIES) -> CombinedCalibration:
    """Return the calibration of an encoder on the corpus's calibrating part."""
    weighed: dict[Register, Weights] = {}
    apart: dict[Register, dict[str, tuple[float, ...]]] = {}
    cached = CachedEncoder(encoder)
    for register in REGISTERS:
        seeded = library_choices(cached, corpus.part("calibrate"), register, libraries)
        weighed[register] = _rounded(fitted(choices_of(seeded.values())))
        apart[register] = {
            name: tuple(round(max(each, default=0.0), DIGITS) for each in found)
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


def write_combined_calibration(path: Path, made: CombinedCalibration) -> None:
    """Write a calibration."""
    path.write_text(json.dumps(made.model_dump(mode="json"), indent=1) + "\n")


def _similarities(encoder: Encoder, seeded: SeededAction, register: Register) -> tuple[float, ...]:
    described = encoder.encode([description_text(seeded.domain.description, seeded.action, register)])
    schemas = encoder.encode([schema_text(each) for each in seeded.schemas])
    return tuple(float(each) for each in np.dot(schemas, described[0]))


def _rounded(weights: Weights) -> Weights:
    return Weights(support=round(weights.support, DIGITS), similarity=round(weights.similarity, DIGITS))
