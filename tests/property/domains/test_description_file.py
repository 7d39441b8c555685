"""Whatever stands in a description's file: a description, or a fault with file and remedy."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.descriptions import CASES, DOMAINS

from plancritic.contracts.errors import ContractError
from plancritic.domains.descriptions import DescriptionError, read_description, skeleton_of
from plancritic.schema_library.candidates.prompt import actions_prompt

PIECES = (
    "",
    ":",
    "- ",
    "(",
    ")",
    "?",
    ";",
    "{",
    "}",
    "[",
    "'",
    '"',
    "|",
    "&a",
    "*a",
    "\n",
    "  ",
    "null",
    "on",
    "7",
    "-",
    "#",
)


@pytest.mark.parametrize("name", DOMAINS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), words=st.lists(st.sampled_from(PIECES), min_size=1, max_size=6))
def test_a_mutated_description_is_read_or_refused(tmp_path: Path, name: str, seed: int, words: list[str]) -> None:
    chance = random.Random(seed)
    texts = {each: (CASES / name / each).read_text(encoding="utf-8") for each in ("description.yaml", "problem.pddl")}
    for word in words:
        # The description more often than its problem.
        each = chance.choice(("description.yaml", "description.yaml", "problem.pddl"))
        start = chance.randrange(len(texts[each]))
        texts[each] = texts[each][:start] + word + texts[each][start + chance.choice((0, 0, 1, 9)) :]
    for each, text in texts.items():
        (tmp_path / each).write_text(text, encoding="utf-8")
    try:
        description = read_description(tmp_path / "description.yaml")
    except ContractError as error:
        assert error.fault.message
        assert error.fault.remedy
        assert Path(error.fault.file or "").parent == tmp_path
        return
    assert skeleton_of(description).predicates
    for register in ("detailed", "layman"):
        try:
            assert description.domain in actions_prompt(description, register)
        except DescriptionError as error:
            assert error.path[0] == "actions"
