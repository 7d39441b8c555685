"""What a statement mentions: objects by name, role and kind where they stand, and times outside of names."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancritic.adherence.mentions import GROUP, NAME, ROLE, TIMES, MentionFinder, Mentions
from plancritic.domains import known_domains
from plancritic.domains.folder import load_folder
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.plan_facts import PlanFacts
from plancritic.laboratory.adherence.training.questions.questions import QuestionSource, asked_about
from plancritic.laboratory.adherence.training.words import Paraphraser
from plancritic.pddl.language import ConstraintType
from plancritic.wording import Lexicon

PROBLEMS = [(domain, problem) for domain in known_domains() for problem in sorted(load_folder(domain).problems)]
#: Sentences that mention nothing themselves; a lone letter in them stands where no article can.
SENTENCES = ("we hope that {} is kept in mind", "keep an eye on {} throughout", "first {}, then nothing else", "{}")
WITHOUT_WORDS = """(define (domain rooms) (:requirements :strips :typing) (:types room robot)
(:predicates (in ?r - robot ?x - room)))"""
TWO_ROOMS = """(define (problem one) (:domain rooms) (:objects kitchen hall2 - room r2d2 - robot)
(:init (in r2d2 kitchen)) (:goal (in r2d2 hall2)))"""


@pytest.fixture(scope="module", autouse=True)
def _problems_read() -> None:
    """Before examples are timed."""
    for domain, problem in PROBLEMS:
        finder(domain, problem)[1].find("")


@cache
def finder(domain: str = "waterway", problem: str = "1") -> tuple[FolderLexicon, MentionFinder]:
    lexicon = FolderLexicon(load_folder(domain), problem)
    return lexicon, MentionFinder(lexicon)


def found(text: str, domain: str = "waterway", problem: str = "1") -> Mentions:
    return finder(domain, problem)[1].find(text)


def said(text: str) -> dict[str, set[int]]:
    """Words that mention objects, with the kinds of mention."""
    kinds: dict[str, set[int]] = {}
    for mention in found(text).objects:
        kinds.setdefault(text[mention.start : mention.stop], set()).add(mention.kind)
    return kinds


def amounts(text: str, domain: str = "waterway") -> list[float]:
    return [round(time.amount, 6) for time in found(text, domain).times]


@given(st.data())
def test_whatever_people_call_an_object_is_found_where_it_stands(data: st.DataObject) -> None:
    lexicon, finds = finder(*data.draw(st.sampled_from(PROBLEMS)))
    name = data.draw(st.sampled_from(list(lexicon.problem.objects)))
    called = data.draw(st.sampled_from([lexicon.name(name), *lexicon.synonyms(name)]))
    cased = data.draw(st.sampled_from([called, called.upper(), called.capitalize()]))
    before, after = data.draw(st.sampled_from(SENTENCES)).split("{}")

    mentions = finds.find(f"{before}{cased}{after}")

    without = cased[4:] if cased.lower().startswith("the ") else cased
    stop = len(before) + len(cased)
    places = {(mention.start, mention.stop) for mention in mentions.objects}
    assert places == {(stop - len(without), stop)}
    (named,) = (mention for mention in mentions.objects if mention.kind == NAME)
    assert name in named.objects
    assert mentions.times == ()


@pytest.mark.parametrize(("domain", "problem"), PROBLEMS)
def test_a_kind_is_all_objects_of_the_type(domain: str, problem: str) -> None:
    lexicon, finds = finder(domain, problem)

    for type_name, entry in lexicon.context.types.items():
        members = set(lexicon.problem.objects_of(type_name))
        for noun in (entry.singular, entry.plural, *entry.synonyms):
            mentions = finds.find(f"we want no {noun} there").objects
            if members:
                (group,) = (mention for mention in mentions if mention.kind == GROUP)
                assert members <= set(group.objects), noun
                assert f"we want no {noun} there"[group.start : group.stop] == noun


def test_a_role_is_where_the_thing_was_when_the_work_began() -> None:
    mentions = found("Send the scout to the wreck site.").objects

    (role,) = (mention for mention in mentions if mention.kind == ROLE)
    assert role.objects == ("wpt_end",)


def test_the_longest_phrase_wins() -> None:
    text = "Clear the underwater debris between the start and waypoint B."
    named = [mention for mention in found(text).objects if mention.kind == NAME]

    assert [mention.objects for mention in named] == [("u_deb_ini_b_0",)]
    assert text[named[0].start : named[0].stop] == "underwater debris between the start and waypoint B"


def test_a_word_that_may_mean_a_thing_or_a_kind_of_things_mentions_both() -> None:
    named, kind = found("Move the debris.").objects

    assert (named.objects, named.kind) == (("deb_ast_0",), NAME)
    assert (set(kind.objects), kind.kind) == (set(finder()[0].problem.objects_of("debris")), GROUP)


@pytest.mark.parametrize(
    "text",
    [
        "A vessel must wait.",
        "Send a vessel there. A boat will do.",
        "there is a way",
        "A SHIP IS IN THE WAY",
        "Take a short rest, then a longer one.",
    ],
)
def test_the_article_is_no_waypoint(text: str) -> None:
    assert not {"a", "A"} & said(text).keys()


@pytest.mark.parametrize(
    "text",
    [
        "Nobody may be at A.",
        "nobody may be at a",
        "Vessels at A must wait.",
        "go from a to b",
        "First A, then B.",
        "it is A that must stay closed",
    ],
)
def test_the_letter_alone_is_the_waypoint(text: str) -> None:
    (mention,) = (mention for mention in found(text).objects if mention.objects == ("wpt_a_0",))
    assert text[mention.start : mention.stop].lower() == "a"


def test_the_unit_is_that_of_the_domain() -> None:
    assert amounts("within 3", "satellite") == amounts("within 3 seconds", "satellite") == [3.0]
    assert amounts("within 2 minutes", "satellite") == [120.0]


def test_the_points_of_a_list_are_no_times() -> None:
    assert [time.amount for time in found("(1) Go within 3 hours (2) stop at 5.").times] == [3.0, 5.0]
    assert [time.amount for time in found("1. Be at A by hour 4. 2. Then stop 2.5 hours later.").times] == [4.0, 2.5]


def test_numbers_of_names_are_no_times() -> None:
    text = "wpt_a_0 and waypoint B0 before Star5, Star 0 and GroundStation2, within 6 seconds"

    assert amounts(text, "satellite")[-1] == 6.0
    assert amounts("point at Star5 and Star 0 and GroundStation2 within 6 seconds", "satellite") == [6.0]
    assert amounts("keep sct_ast_0 off waypoint A0") == []


def test_a_unit_is_a_vessel_and_a_time_unit_is_not() -> None:
    assert said("A unit must wait for 3 time units.").keys() == {"unit"}
    assert amounts("A unit must wait for 3 time units.") == [3.0]


def test_a_time_knows_its_place() -> None:
    text = "Reach waypoint B within two and a half hours, please."
    (time,) = found(text).times

    assert text[time.start : time.stop] == "two and a half hours"


@example("² hours, ٣ hours and ½ of them")
@given(st.text(max_size=80))
def test_no_text_is_too_odd(text: str) -> None:
    mentions = found(text)

    assert len(mentions.times) <= TIMES
    assert [mention.start for mention in mentions.objects] == sorted(mention.start for mention in mentions.objects)
    for part in (*mentions.objects, *mentions.times):
        assert 0 <= part.start < part.stop <= len(text)


WORDS = st.sampled_from(
    (
        *("a", "A", "an", "half", "and", "second", "hours", "3", "90", "minutes", "to", "the", "scout", "waypoint"),
        *("B", "0.5", "twenty", "five", "wreck", ",", ".", "-", "time", "unit", "no", "debris", "between"),
    )
)


@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_what_is_a_mention_is_no_time(text: str) -> None:
    mentions = found(text)

    mentioned = {place for mention in mentions.objects for place in range(mention.start, mention.stop)}
    timed = [place for time in mentions.times for place in range(time.start, time.stop)]
    assert not mentioned & set(timed)
    assert len(timed) == len(set(timed))
    assert all(time.amount >= 0.0 for time in mentions.times)


def test_a_domain_without_words_has_the_names_of_its_pddl() -> None:
    finds = MentionFinder(Lexicon.without_context(WITHOUT_WORDS, TWO_ROOMS))

    mentions = finds.find("R2D2 must be in hall2 within 4 time units, no other room.")

    assert [(mention.objects, mention.kind) for mention in mentions.objects] == [
        (("r2d2",), NAME),
        (("hall2",), NAME),
        (("hall2", "kitchen"), GROUP),
    ]
    assert [time.amount for time in mentions.times] == [4.0]


@pytest.mark.parametrize("domain", known_domains())
def test_the_times_of_statements_made_for_training_are_found(domain: str) -> None:
    lexicon, finds = finder(domain)
    generator = random.Random(2)
    source = QuestionSource(lexicon, "1", generator, PlanFacts(asked_about(lexicon, "1"), (), (), {}, 12.0))
    paraphraser = Paraphraser(lexicon, generator)
    kinds = list(ConstraintType)

    for number in range(300):
        question = source.draw(kinds[number % len(kinds)])
        text = paraphraser.text(question, ("train", "validation", "test")[number % 3])  # type: ignore[arg-type]
        bounds = question.constraints[0].bounds
        times = [time.amount for time in finds.find(text).times]
        # Some say how long, from when on, in place of until when.
        meant = [(bounds[1] - bounds[0], bounds[0])] if len(bounds) == 2 else []
        assert any(times == pytest.approx(list(each)) for each in (bounds, *meant)), (text, bounds, times)
