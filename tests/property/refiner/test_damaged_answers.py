"""Whatever a model writes: an answer is read, or refused in words; a domain that is read keeps the contract."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.refinement import completions, hiking, request

from plancritic.domains.descriptions import signature_of, skeleton_of
from plancritic.laboratory.refinement.construction.action_answer import History, read_action
from plancritic.llm import NotAcceptable, code_parts
from plancritic.pddl.language import parse_domain
from plancritic.refiner.feedback.name_contract import DomainRefusedError, checked_domain

WALK = completions("construction")[1]
DOMAIN = completions("proposal")[-1]
HISTORY = History("hiking", tuple(hiking().types), tuple(hiking().predicates))
PRESCRIBED = signature_of(skeleton_of(hiking()), hiking().actions["walk"].parameters or "")
PROBLEMS = [each.text for each in request().task.problems[:1]]
PIECES = st.sampled_from(
    [
        "(",
        ")",
        "not",
        "(:predicates",
        "(:types x)",
        "?h",
        " - place",
        ";",
        "```",
        "(when",
        "(define",
        "1e999",
        "\x00",
        "é",
    ]
)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with some of it cut out and other things put in."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        text = text[:start] + draw(PIECES | st.text(max_size=5) | st.just("")) + text[end:]
    return text


@given(damaged(WALK))
def test_an_action_is_read_or_refused(answer: str) -> None:
    try:
        found = read_action(answer, "walk", HISTORY, PRESCRIBED)
    except NotAcceptable as error:
        assert str(error)
        return
    domain = parse_domain(found.history.domain_text(f"\n{found.text}"))
    assert [each.types for each in domain.actions["walk"].parameters] == [each.types for each in PRESCRIBED.parameters]
    assert set(HISTORY.predicates) <= set(found.history.predicates)


@given(damaged(DOMAIN))
def test_a_domain_is_read_or_refused(answer: str) -> None:
    for part in code_parts(answer, "(define"):
        try:
            domain = checked_domain(part, hiking(), PROBLEMS)
        except DomainRefusedError as error:
            assert error.fault.message
            continue
        assert list(domain.actions) == ["walk", "climb"]
