"""What texts leave out, what they call "it", and how carelessly they are written."""

import random
import re

import pytest

from plancritic.adherence.mentions import MentionFinder
from plancritic.domains.folder import load_folder
from plancritic.laboratory.adherence.training.questions.question import Quantified, Question
from plancritic.laboratory.adherence.training.words import Paraphraser
from plancritic.laboratory.adherence.training.words.manner import contracted, with_a_slip
from plancritic.laboratory.adherence.training.words.names import Names
from plancritic.laboratory.adherence.training.words.pronouns import marked, with_pronouns
from plancritic.laboratory.adherence.training.words.times import Times, in_words
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon


def texts(domain: str, problem: str, constraint: str, count: int = 300) -> list[str]:
    paraphraser = Paraphraser(Lexicon(load_folder(domain), problem), random.Random(1))
    question = Question((parse_constraint(constraint),))
    return [paraphraser.text(question, ("train", "validation", "test")[n % 3]) for n in range(count)]  # type: ignore[arg-type]


def share_with(pattern: str, found: list[str]) -> float:
    return sum(re.search(pattern, text, re.IGNORECASE) is not None for text in found) / len(found)


def test_the_mode_that_goes_without_saying_is_left_out_of_many_texts() -> None:
    found = texts(
        "satellite", "1", "(sometime-before (have_image Phenomenon4 thermograph0) (have_image Star5 thermograph0))"
    )

    assert 0.3 < share_with("thermograph", found) < 0.8


def test_a_mode_that_the_goal_does_not_ask_for_is_always_said() -> None:
    for constraint in ("(sometime (have_image Star3 image1))", "(always (not (have_image Star3 infrared0)))"):
        assert share_with("image ?1|infrared ?0", texts("satellite", "3", constraint)) == 1.0


def test_only_the_one_thing_of_its_kind_is_called_it() -> None:
    its = r"\bit\b[^.]* (point|turn|slew|look|face|stare)"

    assert share_with(its, texts("satellite", "1", "(at end (pointing satellite0 Star5))")) > 0.05
    assert (
        share_with("satellite|craft|sat|probe", texts("satellite", "3", "(at end (pointing satellite0 Star5))")) == 1.0
    )


def test_it_is_not_said_beside_another_thing_that_could_be_meant() -> None:
    scouting = "(not (is_scout_asset_not_scouting sct_ast_0))"
    found = texts("waterway", "1", f"(sometime-after (at deb_ast_0 wpt_b_0) {scouting})")

    assert share_with("scout|recon|survey|pathfinder|sct_ast", found) == 1.0

    beside_an_image = "(sometime-before (calibrated instrument0) (have_image Star5 thermograph0))"
    named = "instrument|camera|sensor|detector|imager|payload"
    assert share_with(named, texts("satellite", "1", beside_an_image)) == 1.0


def test_what_cannot_be_is_denied_of_none_of_a_group_and_not_of_each() -> None:
    stars = ("star0", "star5")
    constraints = [f"(hold-during 5 20 (not (calibration_target instrument0 {star})))" for star in stars]
    question = Question(tuple(map(parse_constraint, constraints)), Quantified("direction", 1, group="stars"))
    paraphraser = Paraphraser(Lexicon(load_folder("satellite"), "1"), random.Random(1))

    for _ in range(80):
        assert not re.search(r"(cannot|can't)\b.*\b(each|every|all of)\b", paraphraser.text(question, "validation"))


def test_a_subject_named_twice_is_it_in_the_second_place_of_one_sentence() -> None:
    scout = marked("the scout")

    assert with_pronouns(f"{scout} reaches A before {scout} reaches B") == "the scout reaches A before it reaches B"
    assert with_pronouns(f"{scout} goes. {scout} stops") == "the scout goes. the scout stops"


def test_a_slip_keeps_names_numbers_and_the_beginning_of_words() -> None:
    text = "waypoint A0 remains unscouted until 120"

    for seed in range(60):
        wrong = with_a_slip(text, [(0, 11)], random.Random(seed))
        assert wrong != text
        assert wrong.startswith("waypoint A0 re") and wrong.endswith(" until 120")
        assert " un" in wrong.replace(" until", "")
        assert abs(len(wrong) - len(text)) <= 1


def test_a_contraction_says_the_same() -> None:
    text = contracted("it is important that B is not open, and I would like that the scout cannot go")

    assert text == "it's important that B isn't open, and I'd like that the scout can't go"


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
def test_every_form_of_a_time_is_read_as_the_same_amount(domain: str) -> None:
    lexicon = Lexicon(load_folder(domain), "1")
    finder = MentionFinder(lexicon)
    forms = set()

    for seed in range(1500):
        times, amount = Times(Names(lexicon, random.Random(seed))), (0, 0.5, 1, 1.5, 2, 7.5, 20, 25, 90, 115)[seed % 10]
        for form in (times.duration(amount), times.mark(amount)):
            forms.add(form)
            read = [time.amount for time in finder.find(f"be there by {form} at the latest").times]
            assert read == pytest.approx([amount]), form

    assert len(forms) > 250


def test_numbers_are_spelled_up_to_a_hundred() -> None:
    assert [in_words(number) for number in (0, 19, 20, 21, 99, 100)] == [
        "zero", "nineteen", "twenty", "twenty-one", "ninety-nine", "a hundred",
    ]  # fmt: skip
