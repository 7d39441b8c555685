"""The filter as the service uses it: by what a request says, or else by what the settings say."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.descriptions import CASES, recordings

from plancritic.contracts.modelling.messages import FilterScore
from plancritic.domains.descriptions import read_description, skeleton_of
from plancritic.paths import cache_folder
from plancritic.pddl.language import parse_problem
from plancritic.schema_library.building.semantic import SemanticFilter, scored_library
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
        ("similarity", "combined", "combined"),
        ("combined", None, "combined"),
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
    if taken != "similarity":
        assert floored.filtered.epsilon == floored.asked
        # Both readings of the wrong sentence stay: the operator picks.
        assert not any(floored.filtered.dropped.values())
    shown = shown_library("libraryworld", "detailed", library, ("01", "02", "03"), floored=floored)
    behind = [each.behind for each in shown.candidates if each.action == "take-from-table"]
    assert behind == ([None, None] if taken == "similarity" else [0, 1])
    gaps = [each.gap for each in shown.candidates]
    assert all((each is not None) == (taken == "combined") for each in gaps)
    assert shown.filter is not None
    assert (shown.filter.score, shown.filter.asked) == (taken, 0.2)


def test_without_a_problem_scores_are_given_and_nobody_looks_for_a_solvable_set() -> None:
    semantic = SemanticFilter(SchemaLibrarySettings(cache=cache_folder()))
    description = read_description(CASES / "wrong-sentence" / "description.yaml")
    shown = scored_library(semantic, description, "detailed", recordings("wrong-sentence", "detailed"))
    assert shown.filter is not None
    assert "not checked" in shown.filter.text
    assert all(each.similarity is not None and each.gap is not None for each in shown.candidates)


def test_where_the_encoder_is_missing_the_library_says_why_it_has_no_scores(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    semantic = SemanticFilter(SchemaLibrarySettings(cache=tmp_path / "cache"))
    description = read_description(CASES / "wrong-sentence" / "description.yaml")
    shown = scored_library(semantic, description, "detailed", recordings("wrong-sentence", "detailed"))
    assert shown.filter is None
    assert shown.unscored
    assert shown.candidates
