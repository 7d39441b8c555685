"""Guesses at what has no reading: made where something is wished for, never beside a reading, honestly low."""

import json
from functools import cache
from pathlib import Path

import pytest

from plancritic.domains import load_domain
from plancritic.domains.folder import load_folder
from plancritic.embedding import CachedEncoder, load_encoder
from plancritic.mentions.linking import Linker
from plancritic.mentions.world import World
from plancritic.paths import cache_folder
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.translator.candidates.guesses import LEAST, MOST, Guess, Guesser, Worth, shipped_worths
from plancritic.translator.candidates.offline import Parser
from plancritic.translator.candidates.retrieval import Retrieval
from plancritic.wording import Lexicon

WITHOUT = Path(__file__).parents[3] / "cases" / "guesses" / "without-a-meaning.jsonl"


@cache
def retrieval() -> Retrieval:
    return Retrieval(CachedEncoder(load_encoder(cache_folder())))


@cache
def guesser(domain: str, problem: str = "1", with_encoder: bool = True) -> Guesser:
    bundle = load_domain(domain)
    words = Lexicon(bundle, problem)
    parser = Parser(Linker(bundle.context, World(words.problem)))
    return Guesser(parser, words, bundle, problem, retrieval() if with_encoder else None)


def meanings(guesses: tuple[Guess, ...]) -> list[str]:
    return [canonical_key(guess.constraints) for guess in guesses]


def meaning(*constraints: str) -> str:
    return canonical_key(parse_constraint(each) for each in constraints)


@pytest.mark.parametrize(
    ("domain", "statement", "meant"),
    [
        # A word that the parser does not know keeps it from a reading, not from a guess.
        (
            "satellite",
            "Be so kind as to have Star5 in the daguerreotype before Phenomenon4.",
            ("(sometime-before (have_image phenomenon4 thermograph0) (have_image star5 thermograph0))",),
        ),
        ("waterway", "Would it be feasible for the rig that no asset calls at A? We need that.", None),
        # A worked example of the domain's context, in other words.
        (
            "satellite",
            "Within 15 seconds: instrument readiness.",
            ("(within 15 (calibrated instrument0))",),
        ),
        # A fact about what is named.
        (
            "waterway",
            "Berth of the debris boat once everything is over: the debris station.",
            ("(at end (at deb_ast_0 deb_stn_0))",),
        ),
    ],
)
def test_what_has_no_reading_has_what_was_meant_among_its_guesses(domain, statement, meant) -> None:
    found = guesser(domain).guesses(statement)
    wanted = meant or tuple(
        f"(always (not (at {boat} wpt_a_0)))" for boat in ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")
    )
    assert meaning(*wanted) in meanings(found), [tuple(map(str, guess.constraints)) for guess in found]


@pytest.mark.parametrize("exception", ["Except for the scout no boat", "No boat other than the scout"])
def test_a_meaning_need_not_speak_of_what_is_made_an_exception_of(exception: str) -> None:
    found = guesser("waterway").guesses(f"{exception} sallies from the start before the end point has been scouted.")
    archetypes = {each.name: each for each in load_folder("waterway").archetypes}
    meant = archetypes["endpoint_scouted_before_salvage_leaves"].ground_truth["1"]
    assert meaning(*meant) in meanings(found), [tuple(map(str, guess.constraints)) for guess in found]


def test_guesses_are_few_of_different_meanings_and_honestly_low() -> None:
    found = guesser("waterway").guesses("When it's all over, traffic must be allowed at waypoint B.")
    assert 1 < len(found) <= MOST
    assert len(set(meanings(found))) == len(found)
    scores = [guess.score for guess in found]
    assert scores == sorted(scores, reverse=True)
    assert all(LEAST <= score < 0.7 for score in scores)


@pytest.mark.parametrize(
    ("domain", "statement"),
    [
        ("waterway", "Nice plan, thank you."),
        ("waterway", "Is all the underwater debris gone at the end?"),
        ("waterway", "Which of the boats reaches the wreck first?"),
        ("waterway", "The debris boat is allowed to use waypoint B."),
        ("waterway", "Yesterday the salvage boat was at the dock the whole day."),
        ("waterway", "Step 3 has to come before step 2."),
        ("waterway", "The sixth step should visit waypoint B."),
        ("waterway", "I don't mind whether the scout ends at waypoint B."),
        ("waterway", "The scout was at waypoint A at the end of last week. Please hurry up."),
        ("satellite", "Bring us two coffees and a newspaper, please."),
        ("satellite", "Last week the satellite pointed at Star5 all the time."),
    ],
)
def test_what_wishes_for_nothing_here_has_no_guess(domain, statement) -> None:
    assert guesser(domain).guesses(statement) == ()


def test_most_texts_that_ask_for_nothing_here_have_no_guess() -> None:
    rows = [json.loads(line) for line in WITHOUT.read_text(encoding="utf-8").splitlines()]
    nothing = [row for row in rows if row["archetype"] != "beyond_any_plan"]
    guessed = [row["statement"] for row in nothing if guesser(row["domain"]).guesses(row["statement"])]
    assert len(nothing) == 57
    assert len(guessed) <= 15, guessed


@pytest.mark.parametrize(
    ("domain", "statement", "times"),
    [
        ("waterway", "Between hours 2 and 4 I want the barge frobbed at the start.", {2, 4}),
        ("waterway", "By hour 12 the gizmo at B must be clear.", {12}),
        ("waterway", "Within five hours the scout must have waved at A.", {5}),
        ("waterway", "From hour 3 to hour 6 the scout must zigzag at the end point.", {3, 6}),
        ("waterway", "After 90 minutes the scout must frob A.", {1.5}),
        ("satellite", "Image Star5 with zeal within 30 seconds, please.", {30}),
        ("satellite", "Between 20 and 40 seconds the satellite must goggle at Star5.", {20, 40}),
    ],
)
@pytest.mark.parametrize("read", [False, True])
def test_a_statement_that_names_times_is_guessed_at_with_those_times_only(domain, statement, times, read) -> None:
    found = guesser(domain).guesses(statement, read)
    for guess in found:
        assert times <= {bound for each in guess.constraints for bound in each.bounds}, list(
            map(str, guess.constraints)
        )


def test_a_doubted_reading_with_the_times_of_its_statement_stays_a_guess() -> None:
    found = guesser("waterway").guesses("Within five hours the scout must have waved at A.")
    assert meaning("(within 5 (at sct_ast_0 wpt_a_0))") in meanings(found)


@pytest.mark.parametrize(
    ("domain", "statement"),
    [
        ("satellite", "Instrument 0 must be frobbed in the end."),
        ("satellite", "Satellite0 must be goggling at Star5 in the end."),
        ("waterway", "All three boats must be frobbed at the dock in the end."),
        ("waterway", "The scout must frob B and call it a day."),
    ],
)
def test_numbers_of_names_and_of_things_are_no_times_of_a_guess(domain, statement) -> None:
    found = guesser(domain).guesses(statement)
    assert any(not each.bounds for guess in found for each in guess.constraints)


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
def test_no_guess_comes_from_the_answer_key(domain: str) -> None:
    folder, bundle = load_folder(domain), load_domain(domain)
    words = Lexicon(folder, "1")
    parser = Parser(Linker(bundle.context, World(words.problem)))
    with_key = Guesser(parser, words, folder, "1", retrieval())
    for archetype in folder.archetypes:
        assert with_key.guesses(archetype.meaning) == guesser(domain).guesses(archetype.meaning)


@pytest.mark.parametrize(
    "statement",
    [
        *("Aucun navire ne doit passer par le point A.", "Ningún barco puede pasar por el punto A."),
        *("Никто не должен идти через waypoint A.", "The scout must be at waypoint A within 1e2 hours, please."),
        *("You must be near waypoint A* at the end.", "Please get the rig to waypoint B₂ somehow."),
    ],
)
def test_what_cannot_be_read_has_no_guess(statement: str) -> None:
    assert not guesser("waterway").guesses(statement)
    assert not guesser("waterway").guesses(statement, read=True)


def test_without_an_encoder_only_what_the_parser_doubted_is_guessed() -> None:
    doubted = "Get the daguerreotype of Star5 before the one of Phenomenon4."
    near = "Within 15 seconds: instrument readiness."
    alone, both = guesser("satellite", with_encoder=False), guesser("satellite")
    assert alone.guesses(doubted)
    # Only the nearness of its words tells what this one may mean.
    meant = meaning("(within 15 (calibrated instrument0))")
    assert meant in meanings(both.guesses(near))
    assert meant not in meanings(alone.guesses(near))


def test_a_guess_is_worth_nothing_below_the_first_point_and_no_more_than_the_last() -> None:
    worth = Worth(near=(0.2, 0.4, 0.8), right=(0.1, 0.2, 0.4))
    assert [worth.of(near) for near in (0.19, 0.2, 0.3, 0.6, 0.8, 1.0)] == pytest.approx([0, 0.1, 0.15, 0.3, 0.4, 0.4])


def test_the_shipped_numbers_rise_and_stay_low() -> None:
    worths = shipped_worths()
    for worth in (worths.doubted, worths.known, worths.fact):
        assert list(worth.near) == sorted(set(worth.near))
        assert list(worth.right) == sorted(worth.right)
        assert len(worth.near) == len(worth.right)
        assert worth.right[-1] < 0.7
