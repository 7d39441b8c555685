"""The posterior of a statement as an answer tells it."""

from __future__ import annotations

from plancritic.contracts.feedback import CandidateMeaning, StatementMeanings
from plancritic.coordinator.understanding.posteriors import Posteriors
from plancritic.coordinator.understanding.readings import said_back
from plancritic.wording import Lexicon


def meanings_of(posteriors: Posteriors, place: int, lexicon: Lexicon) -> StatementMeanings:
    """Return what the statement at this place may mean."""
    found = posteriors.statements[place]
    return StatementMeanings(
        candidates=tuple(
            CandidateMeaning(
                sentence=said_back(each.best, lexicon),
                constraints=each.best.constraints,
                kind=each.best.kind,
                probability=each.probability,
                sureness=each.sureness,
                features=each.features,
                impossible=each.impossible,
            )
            for each in found.behaviours
        ),
        none=found.none,
        none_features=found.none_features,
        with_scorer=posteriors.with_scorer,
    )
