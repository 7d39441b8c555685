from __future__ import annotations

import io
from datetime import UTC, datetime

from rich.console import Console
from tests.support.builders import WATERWAY, feedback_submitted

from plancritic.command_line.runs.progress import RunProgress, event_line
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import (
    BasePlanMade,
    FeedbackRefused,
    FeedbackSubmitted,
    GenerationEvaluated,
    SearchSettings,
    ServiceJobs,
    StatementsTranslated,
    StatementUnderstood,
)
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.contracts.planning import LowerBound
from plancritic.contracts.runs import RunProgressed, RunStarted
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.contracts.translation import Reading, Statement


def _events() -> list[RunProgressed | BasePlanMade | StatementsTranslated | GenerationEvaluated]:
    envelope = Envelope.start()
    problem = ProblemReference(domain="waterway", problem="1", bundle="0" * 64)
    reading = Reading(mid_level_goal="The ship is never at wpt_a_0.", constraints=("(always (x))",), score=0.9)
    jobs = (ServiceJobs(service="planner", requested=3, finished=1),)
    return [
        RunProgressed(envelope=envelope, jobs=jobs, elapsed_seconds=0.5),
        BasePlanMade(envelope=envelope, problem=problem, plan="", steps=()),
        StatementsTranslated(
            envelope=envelope,
            translator="offline",
            statements=(
                StatementUnderstood(statement=Statement(id="s1", text="Avoid A."), reading=reading),
                StatementUnderstood(statement=Statement(id="s2", text="[bold]Blub"), reading=None, reason="no verb"),
            ),
        ),
        GenerationEvaluated(
            envelope=envelope,
            generation=1,
            of=3,
            individuals=20,
            verdicts={"plan": 12, "no_plan_found": 8},
            from_cache=3,
            best_adherence=0.75,
            mean_adherence=0.5,
            best_specification=(TracedConstraint(constraint="(always (x))"),),
            jobs=jobs,
            elapsed_seconds=1.5,
        ),
    ]


def _shown(live: bool, width: int = 140) -> str:
    written = io.StringIO()
    # Whatever terminal the tests run on: a dumb one shows no picture.
    console = Console(file=written, width=width, force_terminal=live, color_system=None, _environ={"TERM": "xterm"})
    with RunProgress(console, live=live) as progress:
        for event in _events():
            progress.show(event)
    return written.getvalue()


def test_without_a_terminal_every_event_is_a_plain_line() -> None:
    text = _shown(live=False)
    assert "\x1b" not in text
    for expected in ("base plan", "The ship is never", "'[bold]Blub' was not understood", "generation 1 of 3"):
        assert expected in text
    assert "12 plan" in text and "8 no plan found" in text and "best 0.75" in text
    assert "planner 1 job" in text


def test_on_a_terminal_a_picture_shows_services_generations_and_the_best_specification() -> None:
    text = _shown(live=True)
    for expected in ("Services", "under way", "Generations", "1 of 3", "0.75", "(always (x))"):
        assert expected in text


def test_watch_has_one_line_for_each_event() -> None:
    refused = FeedbackRefused(
        envelope=Envelope.start(), fault=Fault(code=FaultCode.UNKNOWN_DOMAIN, message="no domain 'x'")
    )
    assert event_line(refused) == "refused (unknown_domain): no domain 'x'"
    for event in _events():
        assert "\n" not in event_line(event)


def _improved(number: int, makespan: float, bound: LowerBound | None, found_by: str = "search") -> PlanImproved:
    return PlanImproved(
        envelope=Envelope.start(),
        number=number,
        plan="",
        makespan=makespan,
        steps=3,
        lower_bound=bound,
        found_by=found_by,
        elapsed_seconds=0.4,
    )


def test_a_figure_of_progress_says_what_it_is() -> None:
    known = LowerBound(value=8.9, means="chain", reason="a test")
    lines = [
        event_line(_improved(1, 15.602, None)),
        event_line(_improved(1, 9.602, None, "plan_shown")),
        event_line(_improved(1, 9.602, None, "plan_kept")),
        event_line(_improved(2, 9.602, known, "kairos")),
        event_line(_improved(2, 9.602, known.model_copy(update={"met": True}), "kairos")),
    ]
    assert lines == [
        "first plan: ends at 15.602 (not proved best)",
        "the plan shown does it already: ends at 9.602 (not proved best)",
        "the plan shown, the best so far: ends at 9.602 (not proved best)",
        "better plan, the best so far: ends at 9.602 (not proved best: none ends before 8.900)",
        "better plan, the best so far: ends at 9.602 (proved best)",
    ]
    written = io.StringIO()
    console = Console(file=written, width=140, color_system=None)
    with RunProgress(console, live=False) as progress:
        progress.show(_improved(1, 15.602, None))
    assert "first plan: ends at 15.602" in written.getvalue()


def test_the_end_of_the_best_plan_of_a_generation_is_told_as_one_so_far() -> None:
    (generation,) = [each for each in _events() if isinstance(each, GenerationEvaluated)]
    written = io.StringIO()
    with RunProgress(Console(file=written, width=200, color_system=None), live=False) as progress:
        progress.show(generation.model_copy(update={"best_makespan": 15.602}))
    assert "by a plan that ends at 15.602 so far" in written.getvalue()


def test_the_live_picture_fits_eighty_columns() -> None:
    lines = _shown(live=True, width=80).splitlines()
    # A cell that had to be broken would have lost its words to the next line.
    assert any("1 of 3" in line and "8 no plan found" in line and "0.75" in line for line in lines)
    assert any("scores plans against statements" in line for line in lines)


def test_the_start_of_a_run_is_a_line_with_its_seed_and_its_deadline() -> None:
    submitted = feedback_submitted(settings=SearchSettings(seed=7))
    first = first_started(submitted)
    assert event_line(first) == "run started: preset ours, seed 7, no deadline"
    later = first.model_copy(update={"deadline": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)})
    assert event_line(later) == "run started: preset ours, seed 7, deadline 03:04:05 UTC"


def first_started(submitted: FeedbackSubmitted) -> RunStarted:
    return RunStarted(
        envelope=submitted.envelope.caused(),
        problem=WATERWAY,
        settings=submitted.settings,
        seed=7,
        started=datetime(2026, 1, 2, tzinfo=UTC),
    )
