"""The filter as the service uses it: by what a request says, or else by what the settings say."""

from __future__ import annotations

import pytest
from tests.support.descriptions import CASES, recordings

from plancritic.contracts.modelling.messages import FilterScore
from plancritic.domains.descriptions import read_description, skeleton_of
from plancritic.paths import cache_folder
from plancritic.pddl.language import parse_problem
from plancritic.schema_library.building.semantic import SemanticFilter
from plancritic.schema_library.building.shown import shown_library
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.settings import SchemaLibrarySettings


@pytest.mark.parametrize(
    ("configured", "asked", "taken"),
    [
        ("similarity", None, "similarity"),
        ("agreement", None, "agreement"),
        ("similarity", "agreement", "agreement"),
        ("agreement", "similarity", "similarity"),
    ],
)
def test_a_request_overrides_the_settings(
    configured: FilterScore, asked: FilterScore | None, taken: FilterScore
) -> None:
    semantic = SemanticFilter(SchemaLibrarySettings(cache=cache_folder(), score=configured))
    description = read_description(CASES / "wrong-sentence" / "description.yaml")
    library = library_of(description, "detailed", recordings("wrong-sentence", "detailed"))
    problem = parse_problem(description.problem or "", skeleton_of(description))
    floored = semantic.judge(description, "detailed", library, problem, 0.2, asked)
    assert floored.filtered.score == taken
    if taken == "agreement":
        assert not floored.lowered
        # Both readings of the wrong sentence stay: the operator picks.
        assert not any(floored.filtered.dropped.values())
    shown = shown_library("libraryworld", "detailed", library, ("01", "02", "03"), floored=floored)
    behind = [each.behind for each in shown.candidates if each.action == "take-from-table"]
    assert behind == ([0, 1] if taken == "agreement" else [None, None])
