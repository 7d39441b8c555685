"""What is said under the table."""

from plancritic.contracts.planning import SolveLimits
from plancritic.laboratory.refinement.evaluation.conditions import Conditions, condition_lines

CONDITIONS = Conditions(
    seed=7,
    version="0123456789abcdef",
    proposer="mixed",
    faults=(1, 6),
    limit=60.0,
    candidates=SolveLimits(seconds=2.0, deterministic=True),
    truth=SolveLimits(seconds=5.0, deterministic=True),
    landmarks=SolveLimits(seconds=4.0),
)


def test_seed_version_starts_limits_and_what_is_shared_are_said() -> None:
    first, shared, starts, own, limits = condition_lines(CONDITIONS)
    assert first.startswith("Seed 7; version 0123456789abcdef") and "proposer mixed" in first
    assert "share their judgements" in shared and "`candidates`" in shared
    assert "1 to 6 edits drawn by plancritic.pddl.faults" in starts and "share their edit space" in starts
    assert own == "Our own pipeline has 60 s of wall time for a refinement."
    # The far end of the wall clock is twenty times the CPU seconds and a minute.
    assert "2 CPU seconds and at most 100 s of wall time" in limits
    assert "5 CPU seconds and at most 160 s of wall time" in limits
    assert "gets 4 s of wall time" in limits


def test_recorded_starts_share_no_edits() -> None:
    assert condition_lines(CONDITIONS.model_copy(update={"faults": None}))[2] == "Starts are recorded ones."
    assert " 3 edits drawn" in condition_lines(CONDITIONS.model_copy(update={"faults": (3, 3)}))[2]


def test_larger_faults_missing_landmarks_and_unseen_domains_are_said() -> None:
    more = {"kinds": ("edits", "coupled"), "has_landmarks": False, "unseen": ("harbour",)}
    lines = condition_lines(CONDITIONS.model_copy(update=more))
    assert lines[2].startswith("Starts `edits` are true domains with 1 to 6 edits")
    assert lines[3].startswith("Starts `coupled` are true domains with one larger fault")
    assert lines[4].startswith("No landmarks were known") and lines[5] == "Nothing was tuned on harbour."
    only = condition_lines(CONDITIONS.model_copy(update={"kinds": ("coupled",)}))
    assert not any("edits drawn" in each for each in only)
