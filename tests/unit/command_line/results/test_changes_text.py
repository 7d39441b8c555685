from __future__ import annotations

import io
import json

import pytest

from plancritic.command_line.results.changes_text import change_lines
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import PlanStep
from plancritic.pictures.changes_in_words import TimeWords, counts_sentence, end_sentence, time_text
from plancritic.pictures.plan_changes import changes_json, plan_changes, plan_end, replaced_sentence

HOURS = TimeWords("hour", "hours")


def step(number: int, action: str, sentence: str | None = None, start: float | None = None) -> PlanStep:
    start = number - 1.0 if start is None else start
    return PlanStep(number=number, start=start, duration=1.0, action=action, sentence=sentence or f"Does {action}.")


def test_the_same_plan_has_no_changes() -> None:
    plan = (step(1, "(a x)"), step(2, "(b x)"))
    changes = plan_changes(plan, plan)
    assert changes.nothing
    assert len(changes.kept) == 2
    assert end_sentence(changes, HOURS, "the old one") == "The plan ends at 2 hours, as the old one does."


def test_steps_are_added_removed_moved_and_kept() -> None:
    old = (step(1, "(a x)"), step(2, "(b x)"), step(3, "(c x)"))
    new = (step(1, "(a x)"), step(2, "(d x)"), step(3, "(b x)"))
    changes = plan_changes(old, new)
    assert [each.action for each in changes.added] == ["(d x)"]
    assert [each.action for each in changes.removed] == ["(c x)"]
    assert [(pair.new.action, pair.shift) for pair in changes.moved] == [("(b x)", 1.0)]
    assert [pair.new.action for pair in changes.kept] == ["(a x)"]
    assert counts_sentence(changes) == "Steps: 1 added, 1 removed, 1 moved, 1 unchanged."


def test_where_steps_count_and_no_clock_a_move_names_numbers_alone() -> None:
    old = (step(1, "(a x)"), step(2, "(b x)"), step(3, "(c x)"))
    new = (step(1, "(d x)"), step(2, "(a x)"), step(3, "(b x)"), step(4, "(e x)"), step(5, "(c x)"))

    def told(unit: TimeWords) -> str:
        written = io.StringIO()
        console = Console(file=written, width=100)
        console.print(change_lines(console, plan_changes(old, new), unit))
        return written.getvalue()

    assert "1 step later: 2 (was 1), 3 (was 2)" in told(TimeWords("step", "steps"))
    assert "(was 3)" in told(TimeWords("step", "steps"))
    assert "1 hour later: 2 at 1 (was 1 at 0), 3 at 2 (was 2 at 1)" in told(HOURS)


def test_a_shift_by_what_planners_keep_between_steps_is_no_move() -> None:
    changes = plan_changes((step(1, "(a x)", start=2.001),), (step(1, "(a x)", start=2.003),))
    assert changes.nothing


def test_the_second_time_of_an_action_is_compared_with_its_second_time() -> None:
    old = (step(1, "(a x)"), step(2, "(a x)"))
    changes = plan_changes(old, (step(1, "(a x)"),))
    assert [each.start for each in changes.removed] == [1.0]
    assert [each.start for each in plan_changes((old[0],), old).added] == [1.0]


def test_a_step_with_other_objects_replaces_the_one_it_is_most_like() -> None:
    old = (
        step(1, "(go scout start a)", "The scout moves from the start to waypoint A."),
        step(2, "(go tug start a)", "The tug moves from the start to waypoint A."),
    )
    new = (
        step(1, "(go tug start b)", "The tug moves from the start to waypoint B."),
        step(2, "(go scout start b)", "The scout moves from the start to waypoint B."),
    )
    changes = plan_changes(old, new)
    assert not changes.added and not changes.removed
    assert {replaced_sentence(pair) for pair in changes.replaced} == {
        "The tug moves from the start to waypoint B (was A).",
        "The scout moves from the start to waypoint B (was A).",
    }


def test_a_step_of_another_schema_replaces_nothing() -> None:
    changes = plan_changes((step(1, "(go a)", "The tug goes to A."),), (step(1, "(fly a)", "The tug goes to B."),))
    assert (len(changes.added), len(changes.removed), changes.replaced) == (1, 1, ())


def test_every_step_of_both_plans_is_in_the_difference_once() -> None:
    old = tuple(step(number, f"(go x{number % 3} y)", f"X{number % 3} goes to y.") for number in range(1, 9))
    new = tuple(step(number, f"(go x{number % 4} z)", f"X{number % 4} goes to z.") for number in range(1, 7)) + old[:2]
    changes = plan_changes(old, new)
    pairs = (*changes.replaced, *changes.moved, *changes.kept)
    assert sorted(map(str, (*changes.removed, *(pair.old for pair in pairs)))) == sorted(map(str, old))
    assert sorted(map(str, (*changes.added, *(pair.new for pair in pairs)))) == sorted(map(str, new))


def test_the_json_has_both_steps_of_every_pair() -> None:
    found = json.loads(json.dumps(changes_json(plan_changes((step(1, "(a x)"),), (step(3, "(a x)"),)))))
    (moved,) = found["moved"]
    assert (moved["old"]["start"], moved["new"]["start"], moved["shift"]) == (0.0, 2.0, 2.0)
    assert (found["old_end"], found["new_end"], found["unchanged"]) == (1.0, 3.0, 0)


@pytest.mark.parametrize("width", [60, 80, 160])
def test_changes_stay_within_width_and_height(width: int) -> None:
    old = tuple(
        step(number, f"(a{number})", f"The boat number {number} {'sails on ' * 8}home.") for number in range(1, 30)
    )
    written = io.StringIO()
    console = Console(file=written, width=width)
    console.print(change_lines(console, plan_changes(old, ()), HOURS, most=9))
    lines = written.getvalue().splitlines()
    assert len(lines) <= 9
    assert max(map(len, lines)) <= width
    assert "more changes" in lines[-1]


def test_one_change_too_high_for_the_screen_is_only_counted() -> None:
    written = io.StringIO()
    console = Console(file=written, width=60)
    old = (step(1, "(a)", "word " * 100),)
    console.print(change_lines(console, plan_changes(old, ()), HOURS, most=3))
    assert "1 more change" in written.getvalue()


def test_times_have_three_decimals_at_most() -> None:
    assert [time_text(each) for each in (9.602, 3.0, 0.1 + 0.2, 0.0, -0.0001)] == ["9.602", "3", "0.3", "0", "0"]
    assert (HOURS.amount(1), HOURS.amount(2.5)) == ("1 hour", "2.5 hours")
    assert plan_end(()) == 0.0


def test_an_earlier_end_is_told() -> None:
    changes = plan_changes((step(5, "(a)"),), (step(2, "(a)"),))
    assert end_sentence(changes, HOURS, "run 1", "Run 2") == "Run 2 ends at 2 hours: 3 earlier than run 1 (5)."
