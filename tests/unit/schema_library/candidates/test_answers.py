"""Blocks of answers in every layout."""

from __future__ import annotations

import pytest
from tests.support.descriptions import GO, hall

from plancritic.schema_library.candidates.answers import blocks_of
from plancritic.schema_library.candidates.merging import schemas_of
from plancritic.schema_library.candidates.skeleton import skeleton_of

TAKE = """(:action pick-up
  :parameters (?r - robot ?b - box ?p - room)
  :precondition (and (robot-at ?r ?p) (box-at ?b ?p) (hand-free))
  :effect (and (held ?b) (not (box-at ?b ?p)) (not (hand-free))))"""
BARE = TAKE.removeprefix("(:action pick-up").removesuffix(")")
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
    "another name, one action left": f"```\n{GO}\n```\n```\n{TAKE.replace('pick-up', 'grab')}\n```",
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


def test_what_an_answer_lacks_is_named_with_the_reason() -> None:
    found = schemas_of(hall(), skeleton_of(hall()), "01", GO.replace("linked", "opened"))
    reasons = found.unusable(["go", "pick-up"])
    assert reasons["go"].startswith("unknown predicate 'opened'")
    assert reasons["pick-up"] == "not in the answer"
