"""A library as messages carry it."""

from __future__ import annotations

from collections.abc import Mapping

from plancritic.contracts.modelling.descriptions import Register
from plancritic.contracts.modelling.messages import (
    DroppedSchema,
    FilterOutcome,
    LibraryCounts,
    SchemaCandidate,
    SchemaLibrary,
)
from plancritic.schema_library.candidates.candidate import Library
from plancritic.schema_library.filtering.semantic_filter import Floored


def shown_library(
    domain: str,
    described_in: Register,
    library: Library,
    instances: tuple[str, ...],
    failures: Mapping[str, str] | None = None,
    floored: Floored | None = None,
    unscored: str = "",
) -> SchemaLibrary:
    """Return a library with what the filter made of each candidate, where it was asked.

    `unscored` says why it could not score them.
    """
    judged = (
        {}
        if floored is None
        else {
            (name, each.candidate.text): each
            for name, several in floored.filtered.candidates.items()
            for each in several
        }
    )
    candidates = []
    for name, several in library.candidates.items():
        for candidate in several:
            scored = judged.get((name, candidate.text))
            candidates.append(
                SchemaCandidate(
                    action=name,
                    text=candidate.text,
                    instances=candidate.instances,
                    corrections=tuple(one.text for one in candidate.corrections),
                    similarity=None if scored is None else scored.scores.similarity,
                    behind=None if scored is None else scored.scores.behind,
                    gap=None if scored is None else scored.scores.gap,
                    kept=scored is None or scored.kept,
                )
            )
    dropped = tuple(
        DroppedSchema(action=each.action, instance=each.instance, text=each.text, reason=each.reason)
        for each in library.dropped
    )
    return SchemaLibrary(
        domain=domain,
        described_in=described_in,
        instances=instances,
        failures=dict(failures or {}),
        candidates=tuple(candidates),
        dropped=dropped,
        filter=outcome_of(floored),
        unscored=unscored,
    )


def outcome_of(floored: Floored | None) -> FilterOutcome | None:
    """Return what the filter did; None where none was asked for."""
    if floored is None or not floored.asked:
        return None
    found = floored.filtered
    return FilterOutcome(
        score=found.score,
        threshold=found.threshold,
        epsilon=found.epsilon,
        asked=floored.asked,
        text=floored.reason,
    )


def counts_of(library: SchemaLibrary) -> LibraryCounts:
    """Return how large a library is."""
    return LibraryCounts(
        instances=len(library.instances),
        failed=len(library.failures),
        actions=len({each.action for each in library.candidates}),
        candidates=len(library.candidates),
        kept=sum(each.kept for each in library.candidates),
        dropped=len(library.dropped),
    )
