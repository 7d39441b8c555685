from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from plancritic.domains.places import pddl_line, repeated_key, yaml_line, yaml_place

TEXT = """title: a
types:
  boat:
    singular: boat
objects:
  - match: a
  - match: b
    synonyms: [c,
      d]
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 1),
        (("types", "boat", "singular"), 4),
        (("types", "boat", "plural"), 3),
        (("objects", 1), 7),
        (("objects", 1, "synonyms", 1), 9),
        (("objects", 7), 5),
        (("roles",), None),
        ((), None),
    ],
)
def test_the_line_is_that_of_the_last_part_that_is_there(path: tuple[str | int, ...], line: int | None) -> None:
    assert yaml_line(TEXT, path) == line


@pytest.mark.parametrize(
    ("path", "place"),
    [(("types", "boat", "singular"), (4, 5)), (("objects", 1), (7, 5)), (("objects", 1, "synonyms", 1), (9, 7))],
)
def test_the_column_is_that_of_the_key_or_the_entry(path: tuple[str | int, ...], place: tuple[int, int]) -> None:
    assert yaml_place(TEXT, path) == place


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: 1\nb: 2\na: 3\n", ("a", 3)),
        ("a:\n  - b: 1\n    c: 2\n    b: 3\n", ("b", 4)),
        ("a: {b: 1}\nc: {b: 1}\n", None),
        ("- a\n- a\n", None),
        ("a: [", None),
        ("", None),
    ],
)
def test_a_key_that_stands_twice_is_found_where_it_stands_again(text: str, found: tuple[str, int] | None) -> None:
    assert repeated_key(text) == found


def test_a_text_that_is_no_yaml_has_no_lines() -> None:
    assert yaml_line("a: [", ("a",)) is None
    assert yaml_place("a: [", ("a",)) is None


KEYS = st.text("abcxyz", min_size=1, max_size=4)
VALUES = st.recursive(st.integers(), lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=8)


@settings(deadline=None)
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_every_key_is_found_in_the_line_in_which_it_stands(content: dict[str, object]) -> None:
    text = yaml.safe_dump(content, default_flow_style=False)
    lines = text.splitlines()

    def check(value: object, path: tuple[str, ...]) -> None:
        if isinstance(value, dict):
            for key, below in value.items():
                line = yaml_line(text, (*path, key))
                assert line is not None
                assert lines[line - 1].lstrip().startswith(yaml.safe_dump(key, explicit_end=False).split("\n")[0])
                check(below, (*path, key))

    check(content, ())


def test_a_pddl_name_is_found_as_a_word_outside_of_comments() -> None:
    text = "; boat1 is a boat\n(:objects boat11\n  my-boat1 Boat1 - boat)\n"

    assert pddl_line(text, "boat1") == 3
    assert pddl_line(text, "boat11") == 2
    assert pddl_line(text, "ship") is None
