"""Words that are edited: as YAML and back, and their faults at line and column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancritic.console.domains.previewing import context_fault, context_yaml
from plancritic.domains import load_domain
from plancritic.domains.files import context_from

WATERWAY = context_yaml(load_domain("waterway").context)


@pytest.mark.parametrize("name", ["waterway", "satellite", "haulage"])
def test_the_words_of_a_published_domain_read_back_as_the_same(name: str) -> None:
    context = load_domain(name).context
    assert context_from(context_yaml(context)) == context


def test_sound_words_have_no_fault() -> None:
    assert context_fault(WATERWAY) is None


def test_a_text_that_is_no_yaml_is_faulted_at_its_line_and_column() -> None:
    lines = WATERWAY.splitlines()
    broken = "\n".join([*lines[:2], "time: {singular: hour", "types: ]", *lines[3:]])
    fault = context_fault(broken)
    assert fault is not None
    assert (fault.file, fault.line, fault.column) == ("context.yaml", 4, 6)
    assert dict(fault.lines)[4] == "types: ]"


def test_a_value_of_the_wrong_kind_is_faulted_where_it_stands() -> None:
    lines = WATERWAY.splitlines()
    number = next(place for place, line in enumerate(lines, 1) if line.startswith("  seconds:"))
    fault = context_fault("\n".join([*lines[: number - 1], "  seconds: soon", *lines[number:]]))
    assert fault is not None
    assert (fault.line, fault.column) == (number, 3)
    assert "time.seconds" in fault.message


@given(st.text(max_size=60))
def test_any_text_has_a_fault_with_a_place_that_is_shown(text: str) -> None:
    fault = context_fault(text)
    assert fault is not None
    assert fault.line >= 1
    assert fault.column >= 1
