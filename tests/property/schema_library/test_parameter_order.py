"""In which order the parameters of a schema stand is no interpretation."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.support.descriptions import CASES, DOMAINS

from plancritic.pddl.faults import faulty_schemas
from plancritic.pddl.language import Action, Domain, parse_domain
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.candidates.parameter_order import in_one_order
from plancritic.schema_library.filtering.agreement import means_the_same

REFERENCES: dict[str, Domain] = {
    name: parse_domain((CASES / name / "domain.pddl").read_text(), "domain.pddl") for name in DOMAINS
}


@st.composite
def writers(draw: st.DrawFn) -> tuple[list[Action], list[Action]]:
    """Schemas of one action as writers wrote them, and the same with the parameters of each in an order of its own."""
    domain = REFERENCES[draw(st.sampled_from(DOMAINS))]
    right = domain.actions[draw(st.sampled_from(sorted(domain.actions)))]
    faults = [each.schema for each in faulty_schemas(right, domain)]
    written = draw(st.lists(st.sampled_from([right, right, right, *faults]), min_size=1, max_size=6))
    return written, [replace(each, parameters=tuple(draw(st.permutations(each.parameters)))) for each in written]


@given(writers())
def test_schemas_are_one_text_exactly_if_they_mean_the_same(case: tuple[list[Action], list[Action]]) -> None:
    _, turned = case
    ordered = in_one_order(turned, canonical_text)
    for one, own in zip(turned, ordered, strict=True):
        assert means_the_same(one, own)
        for other, its in zip(turned, ordered, strict=True):
            assert (canonical_text(own) == canonical_text(its)) == means_the_same(one, other)


@given(writers())
def test_the_order_of_parameters_makes_no_candidates(case: tuple[list[Action], list[Action]]) -> None:
    written, turned = case
    apart = [len({canonical_text(each) for each in in_one_order(those, canonical_text)}) for those in (written, turned)]
    assert apart[0] == apart[1]
