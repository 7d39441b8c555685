"""What is told of a statement beside its verdict: every source's word, and a doubt where there is reason for one."""

from typing import Any

from tests.support.builders import statement

from plancritic.contracts.feedback import Check, FirstReading, StatementOutcome
from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.evaluation.evidence import Evidence, Findings
from plancritic.coordinator.result.statement_outcomes import outcome_of
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

BOTH = Evidence(frozenset({"scorer", "check"}))
ACCEPTED = [ConstraintProof(constraint="(p)", proof=Proof(ruling="accepted"))]
LEXICON = Lexicon(load_domain("waterway"), "1")
BEST = Reading(
    mid_level_goal="Keep the wreck away from A.",
    constraints=("(always (not (at shp_0 wpt_a_0)))",),
    score=0.85,
    similarity=0.6,
)
OTHER = Reading(mid_level_goal="Leave A in the end.", constraints=("(at end (not (at shp_0 wpt_a_0)))",), score=0.5)
NEAR_ONE = OTHER.model_copy(update={"score": 0.84})
SAID_BACK = "At the end, the wrecked ship is not at waypoint A."


def outcome(
    scorer: float | None,
    *readings: Reading,
    evidence: Evidence = BOTH,
    check: Check = "adhered",
    read_first: FirstReading | None = None,
    **further: Any,
) -> StatementOutcome:
    best = readings[0] if readings else None
    findings = Findings(
        scorer=scorer,
        called=scorer is not None and scorer >= 0.5,
        check=check if best else None,
        reading=best.score if best else None,
        similarity=best.similarity if best else None,
        **further,
    )
    translated = StatementReadings(statement="s1", readings=readings)
    return outcome_of(
        statement(),
        translated,
        findings,
        evidence,
        ACCEPTED if best else (),
        None,
        None,
        None,
        None,
        LEXICON,
        read_first=read_first,
    )


def test_the_words_of_all_sources_are_told_and_what_they_come_to() -> None:
    told = outcome(0.9, BEST).evidence
    assert told is not None
    assert (told.scorer, told.unsure, told.check, told.reading, told.similarity) == (0.9, False, "adhered", 0.85, 0.6)
    assert told.together == 0.85 + 0.15 * 0.9


def test_of_a_statement_that_was_not_understood_only_the_scorer_has_a_word() -> None:
    told = outcome(0.9)
    assert (told.verdict, told.adherence) == ("not_understood", None)
    assert told.evidence is not None
    assert (told.evidence.scorer, told.evidence.check, told.evidence.reading) == (0.9, None, None)


def test_where_the_scorer_is_against_an_accepted_plan_the_reading_is_unconfirmed() -> None:
    told = outcome(0.12, BEST, OTHER)
    assert told.verdict == "unconfirmed"
    assert "12%" in told.doubt
    assert "The wrecked ship never visits waypoint A." in told.doubt, "what was read"
    assert SAID_BACK in told.doubt, "what else it may say"
    assert "other words" in told.doubt, "what to do"
    assert SAID_BACK not in outcome(0.12, BEST).doubt


def test_a_reading_is_unconfirmed_below_one_half_although_the_scorer_is_unsure_or_does_not_count() -> None:
    assert outcome(0.45, BEST, band=(0.1, 0.9)).verdict == "unconfirmed"
    assert outcome(0.45, BEST, evidence=Evidence(frozenset({"check"}))).verdict == "unconfirmed"
    assert outcome(0.45, BEST, evidence=Evidence(frozenset({"scorer"}), thresholded=True)).verdict == "unconfirmed"


def test_nothing_is_doubted_where_the_scorer_agrees_or_is_not_there() -> None:
    for told in (
        outcome(0.9, BEST),
        outcome(0.55, BEST, band=(0.1, 0.9)),
        outcome(0.55, BEST, evidence=Evidence(frozenset({"check"}))),
        outcome(None, BEST, evidence=Evidence(frozenset({"check"}))),
    ):
        assert (told.verdict, told.doubt) == ("adhered", "")


def test_what_was_read_again_is_unconfirmed_until_the_person_has_said_so() -> None:
    first = FirstReading(sentence="The tug goes to B.", constraints=OTHER.constraints, score=0.6, scorer=0.1)
    told = outcome(0.95, BEST, read_first=first)
    assert told.verdict == "unconfirmed"
    assert told.doubt.startswith("Original reading: The tug goes to B.")
    assert "The wrecked ship never visits waypoint A." in told.doubt


def test_a_plan_that_does_not_do_what_was_read_is_violated_whatever_the_scorer_says() -> None:
    assert outcome(0.12, BEST, check="violated").verdict == "violated"


def test_a_reading_is_said_back_by_rule_whatever_its_goal_was_called() -> None:
    told = outcome(0.9, BEST)
    assert told.mid_level_goal == "Keep the wreck away from A."
    assert told.said_back == "The wrecked ship never visits waypoint A."
    assert outcome(0.9).said_back == ""


def test_readings_that_come_near_the_best_are_offered_as_sentences_with_their_scores() -> None:
    (offered,) = outcome(0.9, BEST, NEAR_ONE).alternatives
    assert (offered.sentence, offered.score, offered.constraints) == (SAID_BACK, 0.84, NEAR_ONE.constraints)
    assert outcome(0.9, BEST, OTHER).alternatives == ()


def test_a_near_reading_that_says_the_same_in_other_words_is_no_alternative() -> None:
    same = NEAR_ONE.model_copy(update={"constraints": ("(always (not (not (not (at shp_0 wpt_a_0)))))",)})
    assert outcome(0.9, BEST, same).alternatives == ()


def test_an_outcome_says_what_settled_it() -> None:
    weak = BEST.model_copy(update={"score": 0.6})
    by_check = outcome(0.53, weak, band=(0.4, 0.6))
    assert by_check.evidence is not None
    assert by_check.evidence.settled == "check"
    assert "check decided alone" in by_check.explanation
    enough = outcome(0.9, BEST)
    assert enough.evidence is not None
    assert enough.evidence.settled == "evidence"
    assert "settled by" not in enough.explanation
    contested = outcome(0.53, weak, band=(0.4, 0.6), contested=True)
    assert contested.evidence is not None
    assert contested.evidence.settled is None


def test_a_weak_reading_that_the_check_alone_settles_is_put_to_the_person() -> None:
    weak, fair = (BEST.model_copy(update={"score": score}) for score in (0.4, 0.7))
    told = outcome(0.53, weak, band=(0.4, 0.6))
    assert told.verdict == "unconfirmed"
    assert "40%" in told.doubt
    assert "The wrecked ship never visits waypoint A." in told.doubt
    assert outcome(0.53, fair, band=(0.4, 0.6)).doubt == ""
