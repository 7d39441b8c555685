"""Agreement does not depend on how schemas are written or listed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.descriptions import CASES, DOMAINS, REGISTERS, recordings

from plancritic.domains.descriptions import read_description
from plancritic.pddl.faults import faulty_schemas
from plancritic.pddl.language import Action, Domain, parse_domain
from plancritic.schema_library.candidates.merging import canonical_text, library_of
from plancritic.schema_library.filtering.agreement import means_the_same, writers_behind

REFERENCES: dict[str, Domain] = {
    name: parse_domain((CASES / name / "domain.pddl").read_text(), "domain.pddl") for name in DOMAINS
}
RECORDED = [
    several
    for name in DOMAINS
    for register in REGISTERS
    for several in library_of(
        read_description(CASES / name / "description.yaml"), register, recordings(name, register)
    ).candidates.values()
    if len(several) > 1
]


@st.composite
def candidates(draw: st.DrawFn) -> tuple[Domain, list[Action], list[int]]:
    """Different candidates of one action, right and faulty ones, with votes."""
    domain = REFERENCES[draw(st.sampled_from(DOMAINS))]
    right = domain.actions[draw(st.sampled_from(sorted(domain.actions)))]
    faults = [each.schema for each in faulty_schemas(right, domain)]
    chosen = draw(st.lists(st.sampled_from([right, *faults]), min_size=1, max_size=6, unique_by=canonical_text))
    votes = draw(st.lists(st.integers(1, 6), min_size=len(chosen), max_size=len(chosen)))
    return domain, chosen, votes


def rewritten(schema: Action, domain: Domain, data: st.DataObject) -> Action:
    """The same schema with other names of variables and its conjuncts in another order."""
    names = [each.name for each in schema.parameters]
    fresh = dict(zip(names, data.draw(st.permutations([f"?v{each}" for each in range(len(names))])), strict=True))
    text = canonical_text(schema, schema.parameters)
    head, parameters, before, after = text.splitlines()
    before, after = (shuffled(each, data) for each in (before, after))
    text = "\n".join((head, parameters, before, after))
    for old in sorted(names, key=len, reverse=True):
        text = text.replace(old + " ", fresh[old] + " ").replace(old + ")", fresh[old] + ")")
    bare = domain.text[: domain.text.index("(:action")]
    return parse_domain(bare + text + "\n)", "rewritten").actions[schema.name]


def shuffled(line: str, data: st.DataObject) -> str:
    """A line `:effect (and ...)` with its literals in another order, and what closes after them where it was."""
    start = line.index("(and") + len("(and")
    depth, found, opened, end = 0, [], 0, len(line)
    for place in range(start, len(line)):
        if line[place] == "(":
            opened, depth = (place, 1) if depth == 0 else (opened, depth + 1)
        elif line[place] == ")":
            depth -= 1
            if depth == 0:
                found.append(line[opened : place + 1])
            elif depth < 0:
                end = place
                break
    return f"{line[:start]} {' '.join(data.draw(st.permutations(found)))}{line[end:]}"


@given(candidates(), st.data())
def test_names_of_variables_and_order_of_conjuncts_change_nothing(
    case: tuple[Domain, list[Action], list[int]], data: st.DataObject
) -> None:
    domain, schemas, votes = case
    again = [rewritten(each, domain, data) for each in schemas]
    assert all(means_the_same(one, other) for one, other in zip(schemas, again, strict=True))
    assert writers_behind(again, votes) == writers_behind(schemas, votes)


@given(candidates(), st.data())
def test_the_order_of_candidates_changes_nothing(
    case: tuple[Domain, list[Action], list[int]], data: st.DataObject
) -> None:
    _, schemas, votes = case
    behind = writers_behind(schemas, votes)
    order = data.draw(st.permutations(range(len(schemas))))
    assert writers_behind([schemas[each] for each in order], [votes[each] for each in order]) == tuple(
        behind[each] for each in order
    )


@given(candidates())
def test_one_candidate_leads_and_none_is_behind_by_all_writers(case: tuple[Domain, list[Action], list[int]]) -> None:
    _, schemas, votes = case
    behind = writers_behind(schemas, votes)
    assert min(behind) == 0
    assert max(behind) < sum(votes)


@given(candidates(), st.integers(1, 3))
def test_one_writer_more_for_a_candidate_never_puts_it_further_behind(
    case: tuple[Domain, list[Action], list[int]], more: int
) -> None:
    _, schemas, votes = case
    before = writers_behind(schemas, votes)[0]
    assert writers_behind(schemas, [votes[0] + more, *votes[1:]])[0] <= before


@given(st.sampled_from(RECORDED), st.data())
def test_order_of_recorded_candidates_changes_nothing(several: tuple, data: st.DataObject) -> None:  # type: ignore[type-arg]
    order = data.draw(st.permutations(range(len(several))))
    behind = writers_behind([each.schema for each in several], [each.votes for each in several])
    again = writers_behind([several[each].schema for each in order], [several[each].votes for each in order])
    assert again == tuple(behind[each] for each in order)
