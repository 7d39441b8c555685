"""What is told of a statement beside its verdict: every source's word, and a doubt where there is reason for one."""

from typing import Any

from tests.support.builders import statement

from plancritic.contracts.feedback import StatementOutcome
from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.evidence import Evidence, Findings
from plancritic.coordinator.outcome import outcome_of

BOTH = Evidence(frozenset({"scorer", "check"}))
ACCEPTED = [ConstraintProof(constraint="(p)", proof=Proof(ruling="accepted"))]
BEST = Reading(mid_level_goal="The ship is never at A.", constraints=("(p)",), score=0.85, similarity=0.6)
OTHER = Reading(mid_level_goal="At the end, the ship is not at A.", constraints=("(q)",), score=0.5)


def outcome(scorer: float, *readings: Reading, evidence: Evidence = BOTH, **further: Any) -> StatementOutcome:
    best = readings[0] if readings else None
    findings = Findings(
        scorer=scorer,
        called=scorer >= 0.5,
        check="adhered" if best else None,
        reading=best.score if best else None,
        similarity=best.similarity if best else None,
        **further,
    )
    translated = StatementReadings(statement="s1", readings=readings)
    return outcome_of(statement(), translated, findings, evidence, ACCEPTED if best else (), None, None, None, None)


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


def test_where_the_scorer_is_strongly_against_an_accepted_plan_the_reading_is_put_in_doubt() -> None:
    told = outcome(0.12, BEST, OTHER)
    assert told.verdict == "adhered"
    assert "12%" in told.doubt
    assert told.doubt.endswith(OTHER.mid_level_goal)
    assert OTHER.mid_level_goal not in outcome(0.12, BEST).doubt


def test_nothing_is_doubted_where_the_scorer_agrees_is_unsure_or_does_not_count() -> None:
    assert outcome(0.9, BEST).doubt == ""
    assert outcome(0.12, BEST, band=(0.1, 0.9)).doubt == ""
    assert outcome(0.12, BEST, evidence=Evidence(frozenset({"check"}))).doubt == ""
