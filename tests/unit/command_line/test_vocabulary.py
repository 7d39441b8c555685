"""Every word of the failure vocabulary from engine to message to command line to exit code.

Real inputs make real engines say most of them; where none can (a crash, a hang, garbage of a plan), an engine that
stands in says it, and the test's parameter is named so.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from plancritic.command_line.root import run_program
from plancritic.contracts.planning import (
    Cancelled,
    EngineCrashed,
    NoPlanFound,
    OutOfMemory,
    Unsupported,
)
from plancritic.contracts.validation import JudgeReport
from plancritic.engines import Outcome, PlanFound, PlanningRequest
from plancritic.engines.planners.kairos import MANIFEST
from plancritic.judges import Judge, JudgeRequest

COURIER = Path(__file__).parents[2] / "cases" / "courier"
WATERWAY = Path(__file__).parents[3] / "domains" / "waterway"
LETTER = (COURIER / "letter.plan").read_text()
COURIER_FILES = (str(COURIER / "domain.pddl"), str(COURIER / "problem.pddl"))


@dataclass(frozen=True, eq=False)
class StandIn:
    """An engine that always says the same."""

    outcome: Outcome
    name: str = "stand-in"
    version: str = "1"
    manifest: object = field(default=MANIFEST)

    async def solve(self, request: PlanningRequest) -> Outcome:
        return self.outcome

    async def close(self) -> None:
        pass


@dataclass
class StandInJudge:
    """A judge that always rules the same."""

    name: str
    ruling: str

    async def judge(self, request: JudgeRequest) -> JudgeReport:
        return JudgeReport.model_validate({"judge": self.name, "ruling": self.ruling})


Ask = Callable[..., tuple[int, dict[str, object], str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ask:
    """Asks `plancritic plan` twice, as JSON and for people: exit code, JSON, and what people read."""

    def asked(
        files: tuple[str, str], *constraints: str, options: tuple[str, ...] = ()
    ) -> tuple[int, dict[str, object], str]:
        wishes = tmp_path / "wishes.pddl"
        wishes.write_text("\n".join(constraints), encoding="utf-8")
        arguments = ["plan", *files, "--constraints", str(wishes), *options]
        code = run_program([*arguments, "--json"])
        found = json.loads(capsys.readouterr().out)
        assert run_program(arguments) == code
        people = capsys.readouterr()
        # What `> my.plan` would hold: a proved plan or nothing.
        assert bool(people.out) == (found["verdict"] == "plan")
        return code, found, people.err

    return asked


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts an engine (and judges) in the place of the real ones."""

    def put(outcome: Outcome, judges: tuple[Judge, ...] | None = None) -> None:
        monkeypatch.setattr(
            "plancritic.verdicts.schedules.create_engine", lambda name=None, settings=None: StandIn(outcome)
        )
        if judges is not None:
            monkeypatch.setattr("plancritic.verdicts.standard_judges", lambda: judges)

    return put


def test_a_plan_that_the_judges_accept_is_a_plan(ask: Ask) -> None:
    code, found, shown = ask(COURIER_FILES)
    assert (code, found["verdict"]) == (0, "plan")
    assert "proved plan" in shown


def test_what_cannot_be_is_impossible(ask: Ask) -> None:
    code, found, shown = ask(COURIER_FILES, "(always (at ann home))", "(always (at bob office))")
    assert (code, found["verdict"]) == (1, "impossible")
    assert "impossible" in shown
    assert "these cannot hold together, and each is needed for the clash:" in shown
    assert "It is possible without this" in shown


def test_where_more_clashes_than_the_one_shown_it_says_so(ask: Ask) -> None:
    impossible = ("(always (at ann home))", "(always (at bob office))")
    code, found, shown = ask(COURIER_FILES, "(within 3 (lies letter office))", *impossible)
    assert (code, found["verdict"]) == (1, "impossible")
    detail = found["detail"]
    assert isinstance(detail, dict)
    alone = any(len(one["changes"]) == 1 for one in detail["relaxations"])
    assert detail["relaxations"]
    assert ("there are further clashes: giving" in shown) is not alone
    assert not alone


def test_a_search_that_is_cut_off_is_timed_out(ask: Ask) -> None:
    files = (str(WATERWAY / "domain.pddl"), str(WATERWAY / "problems" / "2.pddl"))
    code, found, shown = ask(files, options=("--engine", "kairos", "--limit", "0.02"))
    assert (code, found["verdict"]) == (1, "timed_out")
    assert found["detail"] == {"limit_seconds": 0.02, "clock": "wall"}
    assert "reached its limit of 0.02 seconds" in shown


def test_what_is_no_pddl_is_a_syntax_error_with_its_place(ask: Ask) -> None:
    code, found, shown = ask(COURIER_FILES, "(always (at ann home))", "(always (at ann hom))")
    assert (code, found["verdict"]) == (2, "syntax_error")
    assert "wishes.pddl:2:1: unknown object 'hom'" in shown
    assert "kairos" not in shown


def test_a_feature_that_the_engine_lacks_is_unsupported(ask: Ask, tmp_path: Path) -> None:
    flow = tmp_path / "flow.pddl"
    flow.write_text(
        "(define (domain flow) (:requirements :time) (:predicates (on)) (:functions (level))"
        "(:process fill :parameters () :precondition (on) :effect (increase (level) (* #t 1))))"
    )
    problem = tmp_path / "problem.pddl"
    problem.write_text("(define (problem p) (:domain flow) (:init (on) (= (level) 0)) (:goal (>= (level) 1)))")
    code, found, shown = ask((str(flow), str(problem)), options=("--engine", "lpg"))
    assert (code, found["verdict"]) == (1, "unsupported")
    assert "is not supported; engines that have it: " in shown
    assert "kairos (installed)" in shown


@pytest.mark.parametrize(
    ("outcome", "word", "shown_words"),
    [
        (NoPlanFound(engine="stand-in", reason="the search ended"), "no_plan_found", "No plan was found"),
        (
            EngineCrashed(engine="stand-in", signal="SIGSEGV", message="the last of standard error"),
            "engine_crashed",
            "crashed (SIGSEGV): the last of standard error",
        ),
        (OutOfMemory(engine="stand-in", limit_mb=64), "out_of_memory", "limit of 64 MB of memory"),
        (Cancelled(engine="stand-in"), "cancelled", "withdrawn"),
        (
            Unsupported(engine="stand-in", feature="wishful-thinking", engines_with_it=()),
            "unsupported",
            "wishful-thinking is not supported",
        ),
        (
            PlanFound(LETTER.replace("market", "office"), "stand-in", 0.0),
            "rejected",
            "rejected",
        ),
    ],
    ids=[
        f"stand-in-{word}"
        for word in ("no_plan_found", "engine_crashed", "out_of_memory", "cancelled", "unsupported", "rejected")
    ],
)
def test_what_an_engine_ends_with_reaches_the_command_line(
    ask: Ask, stand_in: Callable[..., None], outcome: Outcome, word: str, shown_words: str
) -> None:
    stand_in(outcome)
    code, found, shown = ask(COURIER_FILES, options=("--engine", "kairos"))
    assert (code, found["verdict"], found["plan"]) == (1, word, None)
    assert shown_words in shown


def test_a_plan_on_which_stand_in_judges_disagree_is_disputed(ask: Ask, stand_in: Callable[..., None]) -> None:
    stand_in(
        PlanFound(LETTER, "stand-in", 0.0), (StandInJudge("lenient", "accepted"), StandInJudge("strict", "rejected"))
    )
    code, found, shown = ask(COURIER_FILES, options=("--engine", "kairos"))
    assert (code, found["verdict"], found["plan"]) == (1, "disputed", None)
    assert found["detail"] == {"plan": LETTER}
    assert "lenient: accepted" in shown
    assert LETTER in shown
    assert "strict: rejected" in shown


def test_a_proof_is_accepted_or_rejected_with_the_step_and_what_it_needed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    letter = str(COURIER / "letter.plan")
    assert run_program(["validate", *COURIER_FILES, letter]) == 0
    assert "accepted" in capsys.readouterr().out
    broken = tmp_path / "broken.plan"
    broken.write_text("\n".join(LETTER.splitlines()[1:]))
    assert run_program(["validate", *COURIER_FILES, str(broken)]) == 1
    shown = capsys.readouterr().out
    assert "the whole plan: rejected" in shown
    assert "(put ann letter office) needs (carries ann letter)" in shown
