import json
from pathlib import Path

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon, constraint_sentence, constraints_sentence

SHIPPED = sorted(file.parent.name for file in (Path(__file__).parents[3] / "domains").glob("*/domain.pddl"))


def test_constraints_that_need_not_hold_at_one_time_are_kept_apart(waterway: Lexicon) -> None:
    constraints = [parse_constraint(f"(sometime (at {each} wpt_a_0))") for each in ("deb_ast_0", "sct_ast_0")]
    assert constraints_sentence(constraints, waterway) == (
        "At some time, the debris boat is at waypoint A. At some time, the scout is at waypoint A."
    )


def test_all_but_one_are_said_so() -> None:
    lexicon = Lexicon(load_domain("waterway"), "1")
    places = [each for each in lexicon.problem.objects_of("location") if each != "wpt_ini"]
    constraints = [parse_constraint(f"(always (not (at deb_ast_0 {each})))") for each in places]
    assert constraints_sentence(constraints, lexicon) == "The debris boat never visits any location but the start."


def test_what_follows_each_absence_is_not_said_of_being_nowhere(waterway: Lexicon) -> None:
    texts = [
        f"(sometime-after (not (at sct_ast_0 {place})) (at deb_ast_0 wpt_ini))" for place in ("wpt_a_0", "wpt_b_0")
    ]
    constraints = tuple(parse_constraint(text) for text in texts)

    said = constraints_sentence(constraints, waterway)

    assert said == " ".join(constraint_sentence(each, waterway) for each in constraints)


def test_the_same_constraint_twice_is_said_once(waterway: Lexicon) -> None:
    constraint = parse_constraint("(at end (at deb_ast_0 wpt_b_0))")
    assert constraints_sentence([constraint, constraint], waterway) == "At the end, the debris boat is at waypoint B."


@pytest.mark.parametrize("text", ["(within (at sct_ast_0 wpt_end))", "(hold-during 6 3 (at sct_ast_0 wpt_end))"])
def test_a_malformed_constraint_is_called_so(text: str, waterway: Lexicon) -> None:
    sentence = constraint_sentence(parse_constraint(text), waterway)
    assert sentence.startswith("This is no well-formed constraint")
    assert text in sentence
    assert constraints_sentence([parse_constraint(text)], waterway) == sentence


def test_names_the_context_does_not_know_stand_for_themselves(waterway: Lexicon) -> None:
    constraint = parse_constraint("(at end (haunted wpt_a_0 ghost))")
    assert constraint_sentence(constraint, waterway) == "At the end, 'haunted waypoint A ghost' is true."


@pytest.mark.parametrize("domain", SHIPPED)
def test_the_goals_of_the_examples_are_as_wording_says_them(domain: str) -> None:
    bundle = load_domain(domain)
    for example in bundle.context.examples:
        constraints = [parse_constraint(each) for each in example.constraints]
        assert constraints_sentence(constraints, Lexicon(bundle, example.problem)) == example.mid_level_goal


def test_no_example_is_taken_from_the_suite() -> None:
    suite = Path(__file__).parents[2] / "cases" / "feedback" / "rephrasings-dev.jsonl"
    statements = {json.loads(line)["statement"] for line in suite.read_text().splitlines()}
    for domain in SHIPPED:
        assert not statements & {example.statement for example in load_domain(domain).context.examples}
