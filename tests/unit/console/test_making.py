"""A domain from texts: its faults at their place, a first context, what may be published."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancritic.console.domains.making import examined

WAREHOUSE = Path(__file__).parents[2] / "cases/corpus/domains/warehouse"
DOMAIN = (WAREHOUSE / "domain.pddl").read_text(encoding="utf-8")
PROBLEMS = [file.read_text(encoding="utf-8") for file in sorted((WAREHOUSE / "problems").glob("*.pddl"))]


async def test_a_context_is_guessed_and_the_draft_can_be_published() -> None:
    draft = await examined("stockroom", DOMAIN, PROBLEMS)
    assert draft.is_sound
    assert "tote" in draft.context


async def test_a_context_that_was_edited_is_kept_and_what_is_wrong_with_it_is_told() -> None:
    draft = await examined("stockroom", DOMAIN, PROBLEMS, "title: [")
    assert draft.context == "title: ["
    assert not draft.is_sound
    assert draft.complaints


async def test_problems_of_a_published_domain_keep_their_names() -> None:
    names = ["2", "large (b)"][: len(PROBLEMS)]
    draft = await examined("stockroom", DOMAIN, PROBLEMS[: len(names)], names=names)
    assert draft.names == tuple(names)
    assert draft.is_sound


async def test_a_fault_is_told_at_its_line_with_the_lines_around_it() -> None:
    lines = PROBLEMS[0].splitlines()
    broken = "\n".join([*lines[:3], "(nonsense", *lines[3:]])
    draft = await examined("stockroom", DOMAIN, [PROBLEMS[0], broken])
    assert draft.fault is not None
    assert draft.fault.file == "problem 2"
    assert (draft.fault.line, dict(draft.fault.lines)[draft.fault.line]) == (4, "(nonsense")
    assert not draft.is_sound


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../other", "a/b", "/tmp/x", "A", "1a", "a" * 65, "a b", "a\n", "domäne", "a\0b"]
)
async def test_a_name_that_would_be_another_place_is_refused_before_it_is_used(name: str) -> None:
    draft = await examined(name, DOMAIN, PROBLEMS)
    assert draft.refusal is not None
    assert not draft.is_sound


@given(text=st.text(max_size=80))
async def test_any_text_for_a_domain_has_an_answer(text: str) -> None:
    draft = await examined("any", text, ["(define (problem p) (:domain d))"])
    assert not draft.is_sound
    assert draft.fault is not None or draft.refusal is not None or draft.complaints
