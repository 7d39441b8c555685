"""What is told of a statement beside its verdict: every source's word, and a doubt where there is reason for one."""

from typing import Any

from tests.support.builders import feedback_submitted, statement

from plancritic.contracts.feedback import Check, StatementOutcome
from plancritic.contracts.planning import ConstraintChange, Relaxation
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.contracts.validation import ConstraintProof, Finding, JudgeReport, Proof
from plancritic.coordinator.evaluation.evidence import Evidence, Findings
from plancritic.coordinator.problem.situation import situation_of
from plancritic.coordinator.result.reading import TakenReading
from plancritic.coordinator.result.statement_outcomes import outcome_of, what_would_do
from plancritic.domains import load_domain
from plancritic.posterior import Behaviour
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
SAID_BACK = "At the end, the wrecked ship is not at waypoint A."
MEANS_IT = Behaviour(readings=(OTHER,), probability=0.3, features={}, satisfied=(True,))
CLEAR = TakenReading("clear", 0.95)
DOUBTFUL = TakenReading("doubtful", 0.6, others=(MEANS_IT,))


def outcome(
    scorer: float | None,
    *readings: Reading,
    taken: TakenReading | None = CLEAR,
    check: Check = "adhered",
    impossible_with: tuple[str, ...] | None = None,
    clash_is_sure: bool = True,
    uncounted: str = "",
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
        BOTH,
        ACCEPTED if best else (),
        impossible_with,
        None,
        None,
        None,
        LEXICON,
        taken,
        clash_is_sure,
        uncounted=uncounted,
    )


def test_the_words_of_all_sources_are_told_and_what_they_come_to() -> None:
    told = outcome(0.9, BEST).evidence
    assert told is not None
    assert (told.scorer, told.unsure, told.check, told.reading, told.similarity) == (0.9, False, "adhered", 0.85, 0.6)
    assert told.together == 0.85 + 0.15 * 0.9


def test_where_there_is_a_posterior_the_evidence_comes_to_what_it_says_of_the_plan() -> None:
    told = outcome(0.1, BEST, meant=0.97).evidence
    assert told is not None
    assert (told.together, told.settled) == (0.97, "evidence")


def test_of_a_statement_that_was_not_understood_only_the_scorer_has_a_word() -> None:
    told = outcome(0.9, taken=None)
    assert (told.verdict, told.adherence, told.reading) == ("not_understood", None, None)
    assert told.evidence is not None
    assert (told.evidence.scorer, told.evidence.check, told.evidence.reading) == (0.9, None, None)


def test_a_plan_that_does_a_clear_or_confirmed_reading_adheres() -> None:
    for scorer, taken in ((0.6, CLEAR), (0.1, TakenReading("confirmed", 0.2))):
        told = outcome(scorer, BEST, taken=taken)
        assert (told.verdict, told.reading, told.doubt) == ("adhered", taken.state, "")


def test_what_a_reading_does_not_count_is_told_and_not_adhered_to_until_confirmed() -> None:
    uncounted = "At 2 hours the wreck is on the tug and the tug is at A, which the reading does not count."
    told = outcome(0.9, BEST, taken=CLEAR, uncounted=uncounted)
    assert (told.verdict, told.reading, told.uncounted, told.doubt) == ("unconfirmed", "clear", uncounted, "")
    assert "confirm it" in told.explanation
    told = outcome(0.9, BEST, taken=DOUBTFUL, uncounted=uncounted)
    assert (told.verdict, told.uncounted) == ("unconfirmed", uncounted)
    assert told.doubt and uncounted not in told.doubt
    told = outcome(0.9, BEST, taken=TakenReading("confirmed", 0.2), uncounted=uncounted)
    assert (told.verdict, told.uncounted, told.doubt) == ("adhered", "", "")
    told = outcome(0.9, BEST, taken=CLEAR, check="violated", uncounted=uncounted)
    assert (told.verdict, told.uncounted) == ("violated", "")


def test_where_the_scorer_is_against_the_final_plan_a_clear_reading_is_unconfirmed() -> None:
    told = outcome(0.3, BEST, taken=CLEAR)
    assert (told.verdict, told.reading) == ("unconfirmed", "clear")
    assert "95% likely" in told.doubt and "errs more often" in told.doubt and "rephrase it" in told.doubt
    assert "30%" not in told.doubt, "beside a reading that is practically sure a second number only contradicts it"
    assert "almost certain" in outcome(0.3, BEST, taken=TakenReading("clear", 0.999)).doubt
    less = outcome(0.3, BEST, taken=TakenReading("clear", 0.92))
    assert "92% likely" in less.doubt and "only 30% likely" in less.doubt


def test_a_plan_that_does_a_doubtful_reading_is_unconfirmed_and_says_what_was_read_what_else_and_what_to_do() -> None:
    told = outcome(0.99, BEST, taken=DOUBTFUL)
    assert (told.verdict, told.reading) == ("unconfirmed", "doubtful")
    assert "60%" in told.doubt
    assert "The wrecked ship never visits waypoint A." in told.doubt, "what was read"
    assert SAID_BACK in told.doubt, "what else it may say"
    assert "rephrase it" in told.doubt, "what to do"
    assert SAID_BACK not in outcome(0.99, BEST, taken=TakenReading("doubtful", 0.6)).doubt


def test_a_reading_whose_sureness_nobody_knows_counts_as_doubtful() -> None:
    assert outcome(0.99, BEST, taken=None).verdict == "unconfirmed"


def test_a_clear_reading_is_unconfirmed_where_the_plan_misses_another_likely_one() -> None:
    told = outcome(0.99, BEST, taken=TakenReading("clear", 0.93, others=(MEANS_IT,), unmet=(MEANS_IT,)))
    assert told.verdict == "unconfirmed"
    assert SAID_BACK in told.doubt
    assert outcome(0.99, BEST, taken=TakenReading("clear", 0.93, others=(MEANS_IT,))).verdict == "adhered"


def test_a_plan_that_does_not_do_what_was_read_is_violated_however_sure_the_reading() -> None:
    for taken in (CLEAR, DOUBTFUL):
        assert outcome(0.99, BEST, check="violated", taken=taken).verdict == "violated"


def impossible(taken: TakenReading, beside: tuple[str, ...] = (), clash_is_sure: bool = True) -> StatementOutcome:
    return outcome(0.1, BEST, taken=taken, check="violated", impossible_with=beside, clash_is_sure=clash_is_sure)


def test_a_sure_reading_proved_impossible_makes_the_statement_impossible_where_every_likely_one_is_proved_too() -> None:
    assert impossible(TakenReading("clear", 0.95, ruled_out=True)).verdict == "impossible"
    assert impossible(TakenReading("clear", 0.95, others=(MEANS_IT,), ruled_out=True)).verdict == "impossible"
    told = impossible(TakenReading("clear", 0.95, others=(MEANS_IT,), ruled_out=False))
    assert told.verdict == "violated"
    assert "may exist" in told.explanation


def test_a_doubtful_reading_proved_impossible_proves_nothing_of_the_statement() -> None:
    told = impossible(TakenReading("doubtful", 0.6, ruled_out=True))
    assert told.verdict == "violated"
    assert "(proved)" in told.explanation
    assert "may exist" in told.explanation


def test_a_clash_is_proved_only_where_each_statement_of_it_has_one_sure_reading() -> None:
    alone, contested = TakenReading("clear", 0.95), TakenReading("clear", 0.95, others=(MEANS_IT,), ruled_out=True)
    told = impossible(alone, ("s2",))
    assert (told.verdict, told.impossible_with) == ("impossible", ("s2",))
    in_doubt = impossible(contested, ("s2",))
    assert in_doubt.verdict == "violated"
    assert "of another statement" not in in_doubt.explanation
    beside_doubt = impossible(alone, ("s2",), clash_is_sure=False)
    assert beside_doubt.verdict == "violated"
    assert "that of another statement is in doubt" in beside_doubt.explanation


def test_where_nobody_knows_which_statements_a_proof_needs_none_is_named() -> None:
    proved = "No plan under these wishes ends before 9 hours (proved)."

    def told(taken: TakenReading, all_sure: bool) -> StatementOutcome:
        findings = Findings(scorer=None, called=False, check="violated")
        read = StatementReadings(statement="s1", readings=(BEST,))
        return outcome_of(
            statement(), read, findings, BOTH, (), (), proved, None, None, LEXICON, taken, all_sure, (), True
        )

    sure = told(CLEAR, True)
    assert (sure.verdict, sure.explanation, sure.impossible_with) == ("impossible", proved, ())
    for doubtful in (told(CLEAR, False), told(TakenReading("clear", 0.95, others=(MEANS_IT,), ruled_out=True), True)):
        assert doubtful.verdict == "violated"
        assert doubtful.explanation.startswith(proved)


def test_a_reading_is_said_back_by_rule_whatever_its_goal_was_called() -> None:
    told = outcome(0.9, BEST)
    assert told.mid_level_goal == "Keep the wreck away from A."
    assert told.said_back == "The wrecked ship never visits waypoint A."
    assert outcome(0.9).said_back == ""


def test_other_likely_readings_are_offered_as_sentences_with_their_posteriors() -> None:
    (offered,) = outcome(0.9, BEST, OTHER, taken=DOUBTFUL).alternatives
    assert (offered.sentence, offered.score, offered.constraints) == (SAID_BACK, 0.3, OTHER.constraints)
    assert outcome(0.9, BEST, OTHER).alternatives == ()


def test_an_outcome_says_what_settled_it() -> None:
    weak = BEST.model_copy(update={"score": 0.6})
    by_check = outcome(0.53, weak, band=(0.4, 0.6))
    assert by_check.evidence is not None
    assert by_check.evidence.settled == "check"
    assert "check decided alone" in by_check.explanation
    enough = outcome(0.9, BEST)
    assert enough.evidence is not None
    assert enough.evidence.settled == "evidence"
    assert "decided alone" not in enough.explanation
    contested = outcome(0.53, weak, band=(0.4, 0.6), contested=True)
    assert contested.evidence is not None
    assert contested.evidence.settled is None


def test_where_the_posterior_has_the_scorers_word_in_it_nobody_says_that_the_check_decided_alone() -> None:
    told = outcome(0.02, BEST, meant=0.6)
    assert told.evidence is not None
    assert told.evidence.settled == "check"
    assert "decided alone" not in told.explanation


def test_what_was_not_read_is_told_and_nothing_of_it_is_adhered() -> None:
    half = outcome(0.99, BEST, taken=TakenReading("doubtful", 0.95, unread=("the van has to come home",)))
    assert half.verdict == "unconfirmed"
    assert half.doubt.startswith('This part was not read: "the van has to come home".')


def test_what_a_judge_says_in_pddl_is_told_in_words() -> None:
    report = JudgeReport(
        judge="executor",
        ruling="rejected",
        findings=(
            Finding(
                about="constraint",
                satisfied=False,
                explanation="(at sct_ast_0 wpt_a_0) holds at 2.603, (at sct_ast_0 wpt_b_0) not within 1",
            ),
        ),
    )
    rejected = (ConstraintProof(constraint=BEST.constraints[0], proof=Proof(ruling="rejected", reports=(report,))),)
    told = outcome_of(
        statement(),
        StatementReadings(statement="s1", readings=(BEST,)),
        Findings(scorer=None, called=False, check="violated", reading=0.85, similarity=None),
        BOTH,
        rejected,
        None,
        None,
        None,
        None,
        LEXICON,
        CLEAR,
    )
    assert told.verdict == "violated"
    assert told.explanation.startswith('"the scout is at waypoint A" holds at 2.603')
    assert "(at" not in told.explanation


def test_from_ninety_five_per_cent_on_no_doubt_is_sown_in_words() -> None:
    sure = outcome(0.99, BEST, taken=TakenReading("doubtful", 0.96))
    assert (sure.verdict, sure.doubt) == ("unconfirmed", "")
    assert "once you confirm" in sure.explanation
    less = outcome(0.99, BEST, taken=TakenReading("doubtful", 0.94))
    assert "94% likely" in less.doubt


def test_a_reading_that_asks_for_nothing_is_told_to_do_so() -> None:
    idle = outcome(0.99, BEST, taken=TakenReading("doubtful", 0.99, idle=True))
    assert idle.verdict == "unconfirmed"
    assert "Every plan does that anyway" in idle.doubt


def test_a_clash_with_the_goal_is_told_in_words_and_changes_no_claim() -> None:
    goal = ("(at shp_0 shp_dck_0)",)
    words = "clashes with the goal of the problem: the wrecked ship is at the ship dock."

    def told(taken: TakenReading, *readings: Reading) -> StatementOutcome:
        findings = Findings(scorer=None, called=False, check="violated" if readings else None)
        read = StatementReadings(statement="s1", readings=readings, reason="it is too unlikely")
        return outcome_of(statement(), read, findings, BOTH, (), (), None, None, None, LEXICON, taken, True, goal)

    sure, doubtful, unread = (
        told(TakenReading("clear", 0.95, ruled_out=True), BEST),
        told(DOUBTFUL, BEST),
        told(DOUBTFUL),
    )
    assert [each.verdict for each in (sure, doubtful, unread)] == ["impossible", "violated", "not_understood"]
    for each in (sure, doubtful, unread):
        assert words in each.explanation
        assert each.clashes_with_goal == ("the wrecked ship is at the ship dock",)


def test_to_drop_a_statement_is_no_way_to_have_it() -> None:
    situation = situation_of(feedback_submitted("Say it."), load_domain("waterway"))
    change = ConstraintChange(constraint=TracedConstraint(constraint=BEST.constraints[0], statements=("s1",)))
    itself = Relaxation(kind="drop_statement", changes=(change,), statements=("s1",), plan="")
    assert what_would_do(itself, "s1", situation) is None
    assert "without statement 's1'" in (what_would_do(itself, "s2", situation) or "")
    assert what_would_do(None, "s1", situation) is None
