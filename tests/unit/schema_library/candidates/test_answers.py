"""Blocks of answers in every layout."""

from __future__ import annotations

import pytest
from tests.support.descriptions import GO, hall

from plancritic.domains.descriptions import skeleton_of
from plancritic.schema_library.candidates.answers import LONGEST_ANSWER, blocks_of, recording_order, stored_text
from plancritic.schema_library.candidates.merging import schemas_of

TAKE = """(:action pick-up
  :parameters (?r - robot ?b - box ?p - room)
  :precondition (and (robot-at ?r ?p) (box-at ?b ?p) (hand-free))
  :effect (and (held ?b) (not (box-at ?b ?p)) (not (hand-free))))"""
BARE = TAKE.removeprefix("(:action pick-up").removesuffix(")")
BARE_GO = GO.removeprefix("(:action go").removesuffix(")")
DOMAIN = (
    f"(define (domain hall)\n(:requirements :strips)\n(:predicates (hand-free))\n{GO}\n\n; the other one\n{TAKE}\n)"
)

LAYOUTS = {
    "fences with headings": f"## go\nIt drives.\n```pddl\n{GO}\n```\n\n## pick-up\nIt takes.\n```pddl\n{TAKE}\n```\n",
    "fences without a language": f"**go**\n```\n{GO}\n```\n**pick-up**\n```\n{TAKE}\n```",
    "fences of tildes": f"go\n~~~lisp\n{GO}\n~~~\npick-up\n~~~lisp\n{TAKE}\n~~~",
    "one fence": f"Here you are:\n```pddl\n{GO}\n\n{TAKE}\n```\nThat is all (I hope).",
    "a whole domain in a fence": f"Sure!\n```pddl\n{DOMAIN}\n```",
    "a whole domain alone": DOMAIN,
    "no fence": f"First go.\n\n{GO}\n\nThen (as asked) pick-up:\n\n{TAKE}\n\nThat is all (I hope).",
    "a fence never closed": f"## go\n```pddl\n{GO}\n\n## pick-up\n```pddl\n{TAKE}",
    "two fences never closed": f"go\n```pddl\n{GO}\nNow the other:\n```pddl\n{TAKE}",
    "the first action never closed": f"```pddl\n{GO[:-3]}\n{TAKE}\n```",
    "thoughts before": f"<think>perhaps\n```pddl\n(:action go :effect (held ?x))\n```\n</think>\n{GO}\n{TAKE}",
    "capitals": f"{GO.replace(':action', ':ACTION')}\n{TAKE.replace('pick-up', 'Pick-Up')}",
    "names with slips": f"```\n{GO}\n{TAKE.replace('pick-up', 'pick_up')}\n```",
    "a heading instead of a name": f"### 1. `go`\n```\n{GO}\n```\n### 2. Action `pick-up`:\n```\n{BARE}\n```",
    "another name under a heading": f"## go\n```\n{GO}\n```\n## pick-up\n```\n{TAKE.replace('pick-up', 'grab')}\n```",
    "no name, one action left": f"```\n{GO}\n```\n```\n{BARE}\n```",
    "one action outside the fences": f"```\n{GO}\n```\nAnd the other `:action` is:\n{TAKE}\nThat is all.",
    "one action outside, without a name": f"## go\n```\n{GO}\n```\n## pick-up\nIt takes.\n{BARE}\n\nThat is all.",
    "headings alone": f"## go\nIt drives.\n{BARE_GO}\n## pick-up\nIt takes.\n{BARE}\n",
    "windows lines": f"```pddl\n{GO}\n{TAKE}\n```".replace("\n", "\r\n"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_both_actions_are_found_in_every_layout(layout: str) -> None:
    found = schemas_of(hall(), skeleton_of(hall()), "01", LAYOUTS[layout])
    assert {name: len(each.schema.parameters) for name, each in found.schemas.items()} == {"go": 3, "pick-up": 3}
    assert found.dropped == ()


def test_a_missing_parenthesis_does_not_swallow_the_next_action() -> None:
    first, second = blocks_of(f"{GO[:-4]}\n{TAKE}")
    assert (first.name, second.name) == ("go", "pick-up")
    assert second.text == TAKE


@pytest.mark.parametrize("answer", ["", "I cannot do that.", "```python\nprint('x')\n```", "(a remark) and (another"])
def test_an_answer_without_actions_has_no_blocks(answer: str) -> None:
    assert blocks_of(answer) == ()


def test_of_an_action_written_twice_the_last_one_that_can_be_used_counts() -> None:
    better = GO.replace("(robot-at ?r ?from) (linked", "(clean ?r) (robot-at ?r ?from) (linked")
    broken = GO.replace("linked", "opened")
    found = schemas_of(hall(), skeleton_of(hall()), "01", f"{GO}\nBetter:\n{better}\nOr rather:\n{broken}")
    assert "(clean ?r)" in str(found.schemas["go"].schema.conditions_at_start)
    assert [each.reason.split(",")[0] for each in found.dropped] == [
        "written again later in the answer",
        "unknown predicate 'opened'",
    ]


def test_a_block_of_an_action_nobody_asked_for_is_dropped() -> None:
    extra = GO.replace("action go", "action jump")
    found = schemas_of(hall(), skeleton_of(hall()), "01", f"{GO}\n{TAKE}\n{extra}")
    assert [(each.action, each.text) for each in found.dropped] == [(None, extra)]
    assert "'jump'" in found.dropped[0].reason


def test_a_block_with_another_name_is_not_taken_for_the_action_that_is_left() -> None:
    grab = TAKE.replace("pick-up", "grab")
    found = schemas_of(hall(), skeleton_of(hall()), "01", f"```\n{GO}\n```\n```\n{grab}\n```")
    assert list(found.schemas) == ["go"]
    assert [(each.action, each.text) for each in found.dropped] == [(None, grab)]


@pytest.mark.parametrize("layout", ["{outside}\n```\n{fenced}\n```", "```\n{fenced}\n```\nOr also:\n{outside}"])
def test_what_a_fence_holds_counts_before_what_stands_outside_and_nothing_vanishes(layout: str) -> None:
    outside = GO.replace("(linked ?from ?to)", "(linked ?to ?from)")
    found = schemas_of(hall(), skeleton_of(hall()), "01", layout.format(outside=outside, fenced=GO))
    assert "(linked ?from ?to)" in str(found.schemas["go"].schema.conditions_at_start)
    assert [(each.text, each.reason) for each in found.dropped] == [(outside, "written again in a fence")]
    broken = GO.replace("linked", "opened")
    found = schemas_of(hall(), skeleton_of(hall()), "01", layout.format(outside=outside, fenced=broken))
    assert "(linked ?to ?from)" in str(found.schemas["go"].schema.conditions_at_start)
    assert [each.text for each in found.dropped] == [broken]


def test_sections_under_the_heading_of_a_fence_do_not_take_its_action() -> None:
    answer = (
        f"## go\n{BARE_GO.replace('?from ?to)', '?to ?from)')}\n\n```\n{BARE_GO}\n```\n## pick-up\n```\n{BARE}\n```"
    )
    found = schemas_of(hall(), skeleton_of(hall()), "01", answer)
    assert "(linked ?from ?to)" in str(found.schemas["go"].schema.conditions_at_start)
    assert [each.reason for each in found.dropped] == ["written again in a fence"]


def test_recordings_are_in_the_order_of_their_numbers_and_others_follow_by_name() -> None:
    assert sorted(["b", "10", "2", "a", "01", "x1"], key=recording_order) == ["01", "2", "10", "a", "b", "x1"]


CUTS = [TAKE[:-1], TAKE[: TAKE.index("(not (hand-free")], TAKE[: TAKE.index(":effect")], TAKE[:-40]]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("fence", ["```pddl\n", ""])
def test_the_block_in_which_an_answer_was_cut_off_is_no_candidate(cut: str, fence: str) -> None:
    answer = stored_text(f"{fence}{GO}\n\n{cut}", True)
    found = schemas_of(hall(), skeleton_of(hall()), "01", answer)
    assert list(found.schemas) == ["go"]
    assert [(each.action, each.text) for each in found.dropped] == [("pick-up", cut.strip())]
    assert "cut off" in found.dropped[0].reason
    assert found.unusable(["pick-up"]) == {"pick-up": found.dropped[0].reason}


def test_what_was_written_whole_before_the_cut_counts() -> None:
    for answer in (f"{GO}\n{TAKE}", f"```\n{GO}\n{TAKE}\n```\nThat is", f"```\n{GO[:-1]}\n{TAKE}\n```\nThat is"):
        found = schemas_of(hall(), skeleton_of(hall()), "01", stored_text(answer, True))
        assert list(found.schemas) == ["go", "pick-up"]
        assert found.dropped == ()


def test_each_answer_of_a_conversation_has_an_end_of_its_own() -> None:
    first, second = f"```\n{GO}\n{TAKE[:-20]}", f"{TAKE}\n{GO[:-20]}"
    found = schemas_of(hall(), skeleton_of(hall()), "01", stored_text(first, True, second, True))
    assert list(found.schemas) == ["go", "pick-up"]
    assert [(each.action, each.text) for each in found.dropped] == [("pick-up", TAKE[:-20]), ("go", GO[:-20])]
    # The fences of the first say nothing about the second.
    found = schemas_of(hall(), skeleton_of(hall()), "01", stored_text(f"```\n{GO}\n```", False, TAKE))
    assert list(found.schemas) == ["go", "pick-up"]


def test_thoughts_that_were_cut_off_are_no_answer() -> None:
    found = schemas_of(hall(), skeleton_of(hall()), "01", stored_text(f"<think>Perhaps\n{GO}\nor", True))
    assert found.schemas == {}
    assert "before its thoughts ended" in found.dropped[0].reason


def test_an_answer_that_is_too_long_is_read_to_the_limit_and_says_so() -> None:
    filler = "." * (LONGEST_ANSWER - len(f"{GO}\n\n") - 60)
    found = schemas_of(hall(), skeleton_of(hall()), "01", f"{GO}\n{filler}\n{TAKE}")
    assert list(found.schemas) == ["go"]
    assert [each.action for each in found.dropped] == ["pick-up", None]
    assert all("200,000 characters" in each.reason for each in found.dropped)
    assert found.dropped[0].text + found.dropped[1].text == TAKE


def test_what_an_answer_lacks_is_named_with_the_reason() -> None:
    found = schemas_of(hall(), skeleton_of(hall()), "01", GO.replace("linked", "opened"))
    reasons = found.unusable(["go", "pick-up"])
    assert reasons["go"].startswith("unknown predicate 'opened'")
    assert reasons["pick-up"] == "not in the answer"
