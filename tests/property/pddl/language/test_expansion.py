"""What is counted is never less than what is written out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancritic.pddl.language import (
    And,
    Atom,
    Condition,
    Exists,
    ForAll,
    Not,
    Or,
    Parameter,
    atoms,
    count_parts,
    ground,
    parts_of,
    read,
)

OBJECTS = {"box": ("a", "b", "c"), "place": ("x",), "none": ()}


def objects_of(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for each in types for name in OBJECTS[each])


PARAMETERS = st.lists(
    st.builds(
        Parameter,
        st.sampled_from(["?x", "?y", "?z"]),
        st.lists(st.sampled_from(sorted(OBJECTS)), min_size=1, max_size=2, unique=True).map(tuple),
    ),
    min_size=1,
    max_size=3,
).map(tuple)
LEAVES: st.SearchStrategy[Condition] = st.builds(
    Atom, st.just("p"), st.lists(st.sampled_from(["?x", "?y", "a"]), max_size=2).map(tuple)
)


def larger(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    parts = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Not, inner),
        st.builds(And, parts),
        st.builds(Or, parts),
        st.builds(ForAll, PARAMETERS, inner),
        st.builds(Exists, PARAMETERS, inner),
    )


CONDITIONS = st.recursive(LEAVES, larger, max_leaves=5)


def written_atoms(condition: Condition) -> int:
    return sum(1 for _ in atoms(condition))


@given(CONDITIONS)
def test_the_count_bounds_what_is_written_out(condition: Condition) -> None:
    counted = parts_of(condition, objects_of)
    if counted > 5_000:
        return
    written = ground(condition, {}, objects_of)
    assert written_atoms(written) <= parts_of(written, objects_of) <= counted


@given(CONDITIONS)
def test_a_text_and_its_condition_have_one_count(condition: Condition) -> None:
    # What stands under no object is left out of the count of a text; double negation cancels when it is read.
    counted = parts_of(condition, objects_of)
    assert count_parts(read(str(condition), "text"), objects_of, bound=10**12) <= counted
