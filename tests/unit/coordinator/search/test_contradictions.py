import pytest
from tests.support.builders import constraint

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.evaluation.evidence import Evidence, evidence_for
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.problem.specification import Individual
from plancritic.coordinator.search.contradictions import contradict, ruling_out
from plancritic.pddl.language import parse_constraint

BOTH = Evidence(frozenset({"scorer", "check"}))
AT_A, AT_B = "(at sct_ast_0 wpt_a_0)", "(at sct_ast_0 wpt_b_0)"


def both(one: str, other: str) -> bool:
    return contradict(parse_constraint(one), parse_constraint(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"(always {AT_A})", f"(always (not {AT_A}))"),
        (f"(always (not {AT_A}))", f"(sometime {AT_A})"),
        (f"(always (not {AT_A}))", f"(within 5 {AT_A})"),
        (f"(hold-during 0 6 (not {AT_A}))", f"(within 5 {AT_A})"),
        (f"(at end {AT_A})", f"(at end (not {AT_A}))"),
        (f"(hold-after 3 {AT_A})", f"(at end (not {AT_A}))"),
        (f"(always {AT_A})", f"(hold-during 2 4 (not {AT_A}))"),
        (f"(always (and {AT_A} {AT_B}))", f"(sometime (not {AT_B}))"),
    ],
)
def test_one_constraint_contradicts_another_that_it_entails_the_violation_of(one: str, other: str) -> None:
    assert both(one, other)
    assert both(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"(sometime {AT_A})", f"(sometime (not {AT_A}))"),
        (f"(at end {AT_A})", f"(sometime (not {AT_A}))"),
        (f"(hold-during 0 5 (not {AT_A}))", f"(within 5 {AT_A})"),
        (f"(hold-during 0 2 {AT_A})", f"(hold-during 2 4 (not {AT_A}))"),
        (f"(always (or {AT_A} {AT_B}))", f"(sometime (not {AT_B}))"),
        (f"(always {AT_A})", f"(always (not {AT_B}))"),
        (f"(always (and {AT_A} (not {AT_A})))", f"(always {AT_A})"),
    ],
)
def test_what_some_trajectory_may_satisfy_together_contradicts_nothing(one: str, other: str) -> None:
    assert not both(one, other)
    assert not both(other, one)


def read(statement: str, *readings: str) -> StatementReadings:
    return StatementReadings(
        statement=statement,
        readings=tuple(Reading(mid_level_goal="", constraints=(each,), score=0.7) for each in readings),
    )


READ = [read("s1", f"(always (not {AT_A}))", f"(at end (not {AT_A}))"), read("s2", f"(sometime {AT_B})"), read("s3")]


def bred(*pairs: tuple[str, str]) -> Individual:
    return Individual(tuple(constraint(text, *([origin] if origin else [])) for text, origin in pairs), ("mutated",))


def test_an_individual_is_ruled_out_for_a_statement_of_which_it_contradicts_every_reading() -> None:
    ruled_out = ruling_out(READ, BOTH, PRESETS["ours"])
    assert ruled_out(bred((f"(always {AT_A})", "s1"))) == "s1"
    assert ruled_out(bred((f"(sometime {AT_A})", "s1"))) is None
    assert ruled_out(bred((f"(always (not {AT_B}))", "s2"), (f"(always (not {AT_A}))", "s1"))) == "s2"


def test_what_mutation_added_for_no_statement_or_another_one_rules_nothing_out() -> None:
    ruled_out = ruling_out(READ, BOTH, PRESETS["ours"])
    assert ruled_out(bred((f"(always {AT_A})", ""))) is None
    assert ruled_out(bred((f"(always {AT_A})", "s2"))) is None
    assert ruled_out(bred((f"(always {AT_A})", "s3"))) is None


def test_readings_themselves_are_never_ruled_out() -> None:
    ruled_out = ruling_out(READ, BOTH, PRESETS["ours"])
    opposite = Individual((constraint(f"(always {AT_A})", "s1"),), ("reading 2 of statement s1",), readings=True)
    assert ruled_out(opposite) is None


@pytest.mark.parametrize("preset", ["paper", "code"])
def test_the_published_presets_and_runs_without_the_check_rule_nothing_out(preset: str) -> None:
    against = bred((f"(always {AT_A})", "s1"))
    assert ruling_out(READ, evidence_for(None, None, PRESETS[preset]), PRESETS[preset])(against) is None
    assert ruling_out(READ, Evidence(frozenset({"scorer"})), PRESETS["ours"])(against) is None
