"""What a person reads of the filter."""

from __future__ import annotations

import io

import pytest

from plancritic.command_line.domains.modelled import show_modelled
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.messages import (
    DomainModelled,
    FilterOutcome,
    LibraryCounts,
    SchemaCandidate,
    SchemaLibrary,
)
from plancritic.schema_library.commands.text import show_library


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (
            FilterOutcome(threshold=0.42, epsilon=0.2, asked=0.2, text="why"),
            "Filter by similarity: 3 kept, threshold 0.420; why",
        ),
        (
            FilterOutcome(score="agreement", threshold=1, epsilon=0.2, asked=0.2, text="why"),
            "Filter by agreement: 3 kept, threshold 1 writer behind; why",
        ),
        (
            FilterOutcome(score="agreement", threshold=None, epsilon=0, asked=0.2, text="why"),
            "Filter by agreement: 3 kept, threshold none; why",
        ),
    ],
)
def test_the_filters_line_says_what_it_went_by(found: FilterOutcome, line: str) -> None:
    ended = DomainModelled(
        envelope=Envelope.start(),
        domain="d",
        described_in="detailed",
        library="5" * 64,
        counts=LibraryCounts(instances=2, failed=0, actions=1, candidates=4, kept=3, dropped=0),
        filter=found,
    )
    printed = io.StringIO()
    show_modelled(Console(file=printed, soft_wrap=True), ended)
    assert line in printed.getvalue().splitlines()


def test_a_candidate_that_is_behind_says_so() -> None:
    library = SchemaLibrary(
        domain="d",
        described_in="detailed",
        instances=("01", "02", "03"),
        candidates=(
            SchemaCandidate(action="go", text="(:action go)", instances=("01", "02"), similarity=0.5, behind=0),
            SchemaCandidate(action="go", text="(:action go )", instances=("03",), similarity=0.4, behind=1, kept=False),
        ),
    )
    printed = io.StringIO()
    show_library(Console(file=printed, soft_wrap=True), library)
    assert "2 votes, similarity 0.500: 01, 02" in printed.getvalue()
    assert "1 vote, similarity 0.400, 1 writer behind, dropped by the filter: 03" in printed.getvalue()
