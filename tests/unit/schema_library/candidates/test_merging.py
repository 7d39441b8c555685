"""Libraries of the recordings, and what counts as the same schema."""

from __future__ import annotations

import pytest
from tests.support.descriptions import CASES, DOMAINS, GO, REGISTERS, hall, recordings

from plancritic.contracts.modelling.descriptions import Register
from plancritic.domains.descriptions import DescriptionError, read_description
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.schema_library.candidates.candidate import domain_of
from plancritic.schema_library.candidates.merging import (
    IN_PROSE_ONLY,
    NOT_IN_ANSWER,
    canonical_text,
    library_of,
    schemas_of,
)


def test_equal_schemas_are_one_candidate_with_all_votes() -> None:
    renamed = GO.replace("?from", "?a").replace("?to", "?b")
    turned = GO.replace("(robot-at ?r ?from) (linked ?from ?to)", "(linked ?from ?to) (robot-at ?r ?from)")
    twice = GO.replace("(linked ?from ?to)", "(linked ?from ?to) (linked ?from ?to)")
    other = GO.replace("(linked ?from ?to)", "(linked ?to ?from)")
    answers = {"01": other, "02": GO, "03": renamed, "04": turned, "05": twice}
    first, second = library_of(hall(), "detailed", answers).candidates["go"]
    assert (first.instances, first.votes) == (("02", "03", "04", "05"), 4)
    assert second.instances == ("01",)


def test_another_order_of_parameters_is_no_other_candidate() -> None:
    turned = GO.replace("?r - robot ?from ?to - room", "?from ?to - room ?r - robot")
    crossed = turned.replace("?from ?to - room", "?to ?from - room")
    (candidate,) = library_of(hall(), "detailed", {"01": turned, "02": GO, "03": crossed, "04": GO}).candidates["go"]
    assert candidate.instances == ("01", "02", "03", "04")
    # Most wrote it in this order.
    assert ":parameters (?robot - robot ?room1 - room ?room2 - room)" in candidate.text


def test_parameters_of_the_same_type_that_are_exchanged_are_no_other_candidate() -> None:
    exchanged = GO.replace("?from ?to - room", "?to ?from - room")
    assert len(library_of(hall(), "detailed", {"01": GO, "02": exchanged}).candidates["go"]) == 1


def test_other_schemas_have_their_parameters_in_the_order_of_the_one_that_most_wrote() -> None:
    careless = GO.replace(" (linked ?from ?to)", "").replace("?r - robot ?from ?to", "?to ?from - room ?r - robot ?x")
    careless = careless.replace("?r - robot ?x - room", "?r - robot")
    first, second = library_of(hall(), "detailed", {"01": careless, "02": GO, "03": GO}).candidates["go"]
    assert first.votes == 2
    assert "(?robot - robot ?room1 - room ?room2 - room)" in second.text
    assert "(robot-at ?robot ?room1)" in second.text.splitlines()[2]


def test_a_parameter_more_stands_behind_those_of_the_others() -> None:
    more = GO.replace("?r - robot", "?b - box ?r - robot").replace("(linked", "(held ?b) (linked")
    _, second = library_of(hall(), "detailed", {"01": more, "02": GO, "03": GO}).candidates["go"]
    assert "(?robot - robot ?room1 - room ?room2 - room ?box - box)" in second.text


def test_a_signature_in_doubt_is_read_as_other_writers_have_it() -> None:
    description = hall("?robot - robot ?a - room ?b - room")
    turned = GO.replace("?r - robot ?from ?to - room", "?to ?from - room ?r - robot")
    library = library_of(description, "detailed", {"01": turned, "02": GO})
    (candidate,) = library.candidates["go"]
    assert candidate.instances == ("01", "02")
    assert [each.kind for each in candidate.corrections] == ["signature", "signature"]
    assert [each for each in library.dropped if each.action == "go"] == []


def test_a_signature_in_doubt_is_left_out_where_nobody_tells() -> None:
    description = hall("?robot - robot ?a - room ?b - room")
    turned = GO.replace("?r - robot ?from ?to - room", "?to ?from - room ?r - robot")
    library = library_of(description, "detailed", {"01": turned})
    assert library.candidates["go"] == ()
    (reason,) = [each.reason for each in library.dropped if each.action == "go"]
    assert "2 ways" in reason
    # Whoever can be asked again is asked again.
    answer = schemas_of(description, library.skeleton, "01", turned)
    assert "2 ways" in answer.unusable(["go"])["go"]


def test_prose_for_an_action_is_told_with_the_reason() -> None:
    answer = f"## go\n```\n{GO}\n```\n## pick-up\nThe robot takes a box; its hand is not free then."
    dropped = library_of(hall(), "detailed", {"01": answer, "02": GO}).dropped
    assert [(each.action, each.instance, each.reason) for each in dropped] == [
        ("pick-up", "01", IN_PROSE_ONLY),
        ("pick-up", "02", NOT_IN_ANSWER),
    ]
    assert "takes a box" in dropped[0].text


def test_under_a_prescribed_signature_names_and_order_are_the_prescribed_ones() -> None:
    description = hall("?robot - robot ?a - room ?b - room")
    (candidate,) = library_of(description, "detailed", {"01": GO}).candidates["go"]
    assert ":parameters (?robot - robot ?a - room ?b - room)" in candidate.text


def test_both_ways_to_write_an_inequality_are_the_same() -> None:
    answers = {
        str(number): GO.replace("(and (robot-at ?r ?from)", f"(and (not {each}) (robot-at ?r ?from)")
        for number, each in enumerate(("(= ?from ?to)", "(= ?to ?from)"))
    }
    (candidate,) = library_of(hall(), "layman", answers).candidates["go"]
    assert candidate.votes == 2


def test_corrections_name_the_instance() -> None:
    (candidate,) = library_of(hall(), "detailed", {"07": GO[:-1]}).candidates["go"]
    assert [each.text for each in candidate.corrections] == ["07: 1 missing ')' added in :effect"]


def test_an_action_that_nobody_wrote_has_no_candidate_and_stays_a_key() -> None:
    assert library_of(hall(), "detailed", {"01": GO}).candidates["pick-up"] == ()


def test_a_register_that_the_description_lacks_is_refused() -> None:
    description = read_description(CASES / "dungeon" / "description.yaml")
    silent = {name: each.model_copy(update={"layman": None}) for name, each in description.actions.items()}
    with pytest.raises(DescriptionError, match="not described in the register 'layman'"):
        library_of(description.model_copy(update={"actions": silent}), "layman", {})


@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_recording_gives_candidates_that_make_whole_domains(domain: str, register: Register) -> None:
    description = read_description(CASES / domain / "description.yaml")
    answers = recordings(domain, register)
    library = library_of(description, register, answers)
    assert len(answers) >= 10
    assert description.problem is not None
    for action, candidates in library.candidates.items():
        # Whoever is not among the voters is among the dropped.
        lost = {each.instance for each in library.dropped if each.action == action}
        assert {name for each in candidates for name in each.instances} | lost == answers.keys()
        assert [each.votes for each in candidates] == sorted((each.votes for each in candidates), reverse=True)
        assert all(canonical_text(each.schema) == each.text for each in candidates)
    whole = domain_of(library.skeleton, {name: several[0] for name, several in library.candidates.items()})
    assert parse_domain(whole.text, "whole").actions == whole.actions
    assert parse_problem(description.problem, whole).goal


def test_the_reference_is_among_the_candidates_of_a_detailed_description() -> None:
    """The writers of full descriptions mostly get every action right: else something here reads them wrongly."""
    for name in DOMAINS:
        reference = parse_domain((CASES / name / "domain.pddl").read_text(encoding="utf-8"))
        description = read_description(CASES / name / "description.yaml")
        library = library_of(description, "detailed", recordings(name, "detailed"))
        for action, schema in reference.actions.items():
            # Parameters may be in any order there.
            wanted = _bag(canonical_text(schema))
            assert wanted in {_bag(each.text) for each in library.candidates[action]}, (name, action)


def _bag(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.replace("(", " ").replace(")", " ").split()))
