"""What counts for a plan, source by source, and how it is joined."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.evaluation.evidence import (
    ENOUGH,
    Evidence,
    Findings,
    check_of,
    confidence,
    evidence_for,
    joined,
    settled,
    undecided,
    without_scorer,
)
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.settings import CoordinatorSettings

SCORER = Evidence(frozenset({"scorer"}))
CHECK = Evidence(frozenset({"check"}))
BOTH = Evidence(frozenset({"scorer", "check"}))
ALL = Evidence(frozenset({"scorer", "check", "back_translation"}))
PUBLISHED = evidence_for(None, None, PRESETS["paper"])


def findings(scorer: float, check: Any = None, reading: float | None = None, **further: Any) -> Findings:
    return Findings(scorer=scorer, called=scorer >= 0.5, check=check, reading=reading, **further)


def proofs(*rulings: str) -> list[ConstraintProof]:
    return [ConstraintProof(constraint="(always (p))", proof=Proof(ruling=ruling)) for ruling in rulings]


def test_a_reading_is_violated_if_one_of_its_constraints_is_refused():
    assert check_of(proofs("accepted", "rejected", "disputed")) == "violated"


def test_a_reading_on_which_judges_disagree_is_disputed_and_so_is_one_nobody_can_judge():
    assert check_of(proofs("accepted", "disputed")) == "disputed"
    assert check_of(proofs("unjudged")) == "disputed"


def test_a_reading_is_adhered_to_if_all_its_constraints_are_accepted():
    assert check_of(proofs("accepted", "accepted")) == "adhered"


def test_the_exact_check_counts_as_much_as_the_reading_is_sure_and_the_scorer_the_rest():
    assert joined(findings(0.1, "adhered", 0.9), BOTH) == pytest.approx(0.91)
    assert joined(findings(0.9, "violated", 0.9), BOTH) == pytest.approx(0.09)
    assert joined(findings(0.5, "disputed", 0.6), BOTH) == pytest.approx(0.5)


def test_a_reading_met_exactly_is_enough_if_it_is_sure_or_the_scorer_agrees():
    assert joined(findings(0.01, "adhered", 0.85), BOTH) >= ENOUGH
    assert joined(findings(0.9, "adhered", 0.6), BOTH) >= ENOUGH
    assert joined(findings(0.1, "adhered", 0.6), BOTH) < ENOUGH


def test_what_the_judges_do_not_agree_on_is_worth_more_than_a_violation_and_never_enough():
    for scorer in (0.01, 0.5, 0.99):
        adhered, disputed, violated = (
            joined(findings(scorer, word, 0.6), BOTH) for word in ("adhered", "disputed", "violated")
        )
        assert adhered > disputed > violated
        assert disputed < ENOUGH


def test_in_the_published_presets_the_scorers_yes_or_no_counts_alone():
    assert joined(findings(0.6, "violated", 0.9), PUBLISHED) == 1.0
    assert joined(findings(0.4, "adhered", 0.9), PUBLISHED) == 0.0
    assert joined(findings(0.6, band=(0.3, 0.7)), PUBLISHED) == 1.0


def test_a_statement_without_a_reading_is_judged_by_the_scorer_alone():
    assert joined(findings(0.6), BOTH) == 0.6
    assert joined(findings(0.6), CHECK) is None


def test_an_unsure_score_weighs_nothing_and_the_check_decides():
    unsure = findings(0.3, "adhered", 0.8, band=(0.25, 0.75))
    assert joined(unsure, BOTH) == joined(unsure, CHECK) == pytest.approx(0.9)
    assert joined(replace(unsure, check=None, reading=None), BOTH) == 0.5
    assert joined(replace(unsure, band=(0.35, 0.65)), BOTH) < 0.9


def test_a_band_whose_ends_are_one_is_never_unsure():
    assert not findings(0.5).unsure


def test_no_source_is_taken_for_certain():
    assert 0.0 < joined(findings(0.0), SCORER) < joined(findings(1.0), SCORER) < 1.0
    assert joined(findings(0.0, "adhered", 1.0), BOTH) < joined(findings(1.0, "adhered", 1.0), BOTH) < 1.0


def test_a_reading_that_says_something_else_than_the_statement_is_less_sure():
    alike, other, unknown = (findings(0.5, "adhered", 0.8, similarity=each) for each in (0.9, 0.1, None))
    assert confidence(alike, ALL) > confidence(unknown, ALL) > confidence(other, ALL)
    assert confidence(alike, BOTH) == confidence(other, BOTH) == 0.8


def test_more_readings_are_worth_a_try_where_neither_scorer_nor_reading_is_sure():
    open_one = findings(0.5, "adhered", 0.6, band=(0.3, 0.7), contested=True)
    assert undecided(open_one, BOTH)
    assert undecided(open_one, SCORER)
    assert not undecided(replace(open_one, reading=0.9), BOTH)
    assert not undecided(replace(open_one, scorer=0.1), BOTH)
    assert not undecided(open_one, CHECK)
    assert not undecided(open_one, PUBLISHED)


def test_a_reading_that_is_met_with_an_unsure_score_and_no_other_near_is_settled_by_the_check_alone():
    met = findings(0.53, "adhered", 0.55, band=(0.4, 0.6))
    assert joined(met, BOTH) < ENOUGH
    assert settled(met, BOTH) == "check"
    assert not undecided(met, BOTH)


@pytest.mark.parametrize(
    "changed",
    [
        {"check": "violated"},
        {"check": "disputed"},
        {"contested": True},
        {"scorer": 0.2},
        {"check": None, "reading": None},
    ],
)
def test_the_check_alone_settles_nothing_that_is_not_met_is_contested_or_has_the_scorer_against_it(changed):
    met = findings(0.53, "adhered", 0.55, band=(0.4, 0.6))
    assert settled(replace(met, **changed), BOTH) is None


def test_without_a_scorer_that_counts_nothing_could_tell_plans_apart_that_meet_the_reading():
    assert settled(findings(0.1, "adhered", 0.6), CHECK) == "check"
    assert settled(findings(0.1, "adhered", 0.6, contested=True), CHECK) is None
    assert settled(findings(0.1, "adhered", 0.6), ALL) is None


def test_enough_evidence_settles_a_statement_whoever_gives_it_and_no_check_does_in_a_published_preset():
    assert settled(findings(0.9, "adhered", 0.9), BOTH) == "evidence"
    assert settled(findings(0.9), SCORER) == "evidence"
    assert settled(findings(0.53, "adhered", 0.6, band=(0.4, 0.6)), SCORER) is None
    assert settled(findings(0.4, "adhered", 0.6, band=(0.3, 0.6)), PUBLISHED) is None


def test_where_there_is_a_posterior_it_is_all_the_evidence_there_is():
    meant = findings(0.1, "violated", 0.9, meant=0.8)
    assert joined(meant, BOTH) == joined(meant, CHECK) == 0.8


def test_a_plan_that_does_what_was_meant_is_settled_by_the_evidence_and_one_that_does_the_reading_by_the_check():
    assert settled(findings(0.1, "adhered", 0.1, meant=0.9), BOTH) == "evidence"
    assert settled(findings(0.1, "adhered", 0.6, meant=0.6), BOTH) == "check"
    assert settled(findings(0.9, "violated", 0.6, meant=0.4), BOTH) is None


def test_another_likely_reading_is_worth_a_try_until_the_plan_does_what_was_meant():
    assert undecided(findings(0.1, "violated", 0.6, meant=0.3, contested=True), CHECK)
    assert not undecided(findings(0.1, "violated", 0.6, meant=0.3), BOTH)
    assert not undecided(findings(0.1, "violated", 0.6, meant=0.9, contested=True), BOTH)


def test_no_other_reading_is_tried_once_the_plan_does_the_one_that_was_chosen():
    assert not undecided(findings(0.1, "adhered", 0.6, meant=0.6, contested=True), CHECK)


def test_the_run_says_what_counts_before_the_coordinator_and_that_before_the_preset():
    ours = PRESETS["ours"]
    assert evidence_for(("check",), ("scorer",), ours) == replace(CHECK, named=True)
    assert evidence_for(None, ("scorer",), ours) == SCORER
    assert evidence_for(None, None, ours).names == ("scorer", "check")


def test_a_published_preset_stays_as_published_unless_the_run_itself_says_otherwise():
    assert evidence_for(None, ("check",), PRESETS["paper"]) == Evidence(frozenset({"scorer"}), thresholded=True)
    assert evidence_for(("scorer", "check"), None, PRESETS["paper"]) == replace(BOTH, named=True)


def test_what_remains_counts_where_there_is_no_scorer_unless_it_is_named_or_nothing_remains():
    fault = Fault(code=FaultCode.MODEL_MISSING, message="no model", remedy="train one")
    assert without_scorer(BOTH, fault) == CHECK
    assert without_scorer(ALL, fault).names == ("check", "back_translation")
    assert without_scorer(replace(CHECK, named=True), fault) == replace(CHECK, named=True)
    for evidence, remedy in (
        (SCORER, "--evidence check"),
        (replace(BOTH, named=True), "--evidence"),
        (PUBLISHED, "ours"),
    ):
        with pytest.raises(ContractError, match=r"^no model, and ") as refusal:
            without_scorer(evidence, fault)
        assert remedy in refusal.value.fault.remedy
        assert refusal.value.fault.remedy.endswith("; or train one")


def test_evidence_is_told_in_one_order_and_once():
    assert SearchSettings(evidence=("check", "scorer", "check")).evidence == ("scorer", "check")
    assert SearchSettings.model_validate_json(SearchSettings(evidence=("check",)).model_dump_json()).evidence == (
        "check",
    )


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("intuition",), "there is no evidence 'intuition'"),
        (("back_translation",), "add check"),
        (("scorer", "back_translation"), "add check"),
        ((), "name at least one kind of evidence"),
    ],
)
def test_evidence_that_says_nothing_of_a_plan_is_refused(names, words):
    with pytest.raises(ValidationError, match=words):
        SearchSettings(evidence=names)


def test_the_coordinator_takes_evidence_by_commas_from_its_environment(monkeypatch):
    monkeypatch.setenv("PLANCRITIC_COORDINATOR_EVIDENCE", "check, scorer")
    assert CoordinatorSettings().evidence == ("scorer", "check")
    monkeypatch.setenv("PLANCRITIC_COORDINATOR_EVIDENCE", "check,magic")
    with pytest.raises(ValidationError, match="magic"):
        CoordinatorSettings()
    monkeypatch.delenv("PLANCRITIC_COORDINATOR_EVIDENCE")
    assert CoordinatorSettings().evidence is None
