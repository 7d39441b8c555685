"""No text of others acts on the terminal, whichever command shows it."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import structlog
from rich.table import Table
from rich.text import Text
from tests.support.builders import constraint, feedback_submitted, plan_revised, statement
from tests.support.revisions import entry, left_out, revision

from plancritic.bus import Change
from plancritic.command_line import provision
from plancritic.command_line.domains import check as domain_check
from plancritic.command_line.domains import domain
from plancritic.command_line.exit_codes import CommandFault, show_fault, show_json, show_json_line
from plancritic.command_line.plans.diff import show_diff
from plancritic.command_line.results.base_plan import before_and_after
from plancritic.command_line.results.result import show_result
from plancritic.command_line.root import run_program
from plancritic.command_line.runs import session_text, watch
from plancritic.command_line.runs.progress import RunProgress, event_line
from plancritic.command_line.status_text import show_status
from plancritic.command_line.terminal import Console, shown, shown_json, write_lines
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import (
    FeedbackRefused,
    FeedbackSubmitted,
    PlanRevised,
    PlanStep,
    StatementOutcome,
    StatementsTranslated,
    StatementUnderstood,
    Timing,
)
from plancritic.contracts.sessions import RevisionSummary, SessionReport, SessionSummary, StatementMark
from plancritic.domains import Complaint, Severity
from plancritic.pictures.changes_in_words import TimeWords

_OTHER_CONSOLES = re.compile(r"from rich.console import [^\n]*\bConsole\b|rich\.get_console|from rich import print")
CHECKOUT = Path(__file__).parents[3]

#: Markup that ends nothing, a link, colours, a title of the window, C1, bidirectional overrides, a line separator.
HOSTILE = (
    "[/x][bold]b[/bold][link=https://evil.example]l[/link]:smile:\x1b[31mred\x1b]0;title\x07\x9b2J\x7f\r\x08"
    "\u202eesrever\u2066i\u2069\u200f\u2028end"
)
#: Everything that must never reach a terminal raw.
ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def _outcome() -> StatementOutcome:
    return StatementOutcome(
        statement=statement(HOSTILE),
        verdict="adhered",
        mid_level_goal=HOSTILE,
        constraints=(HOSTILE,),
        adherence=0.5,
        explanation=HOSTILE,
        doubt=HOSTILE,
        closest=(HOSTILE,),
    )


def _step() -> PlanStep:
    return PlanStep(number=1, start=0.0, duration=1.0, action=HOSTILE, sentence=HOSTILE)


def _revised() -> PlanRevised:
    return plan_revised(
        _outcome(),
        base_steps=(_step(),),
        steps=(_step(),),
        specification=(constraint(HOSTILE, "s1"),),
        timings=(Timing(part=HOSTILE, seconds=1.0, count=1),),
        translator=HOSTILE,
        scorer=HOSTILE,
        plan=HOSTILE,
    )


def _session() -> SessionReport:
    read = entry(HOSTILE).model_copy(update={"said_back": HOSTILE})
    head = revision(read, not_in_force=(left_out(HOSTILE, "s2"),)).model_copy(
        update={"id": HOSTILE, "session": HOSTILE}
    )
    mark = StatementMark(id="s1", text=HOSTILE, standing="in_force", verdict="adhered")
    summary = RevisionSummary.model_construct(
        id=HOSTILE,
        number=1,
        parent=None,
        run=HOSTILE,
        made_by="turn",
        restores=HOSTILE,
        statements=(mark,),
        steps=1,
        ends_at=1.0,
        accepted=True,
        created=head.created,
    )
    listed = SessionSummary.model_construct(
        session=HOSTILE,
        domain=HOSTILE,
        problem=HOSTILE,
        head=HOSTILE,
        number=1,
        in_force=1,
        accepted=False,
        created=head.created,
        updated=head.created,
    )
    return SessionReport.model_construct(sessions=(listed,), head=head, revisions=(summary,), more=True)


def _status() -> dict[str, Any]:
    run = {"run": HOSTILE, "kind": "feedback", "session": HOSTILE, "domain": HOSTILE, "state": HOSTILE, "generation": 1}
    copy = {
        "service": HOSTILE,
        "instance": HOSTILE,
        "process_id": 1,
        "host": HOSTILE,
        "ready": True,
        "in_flight": 0,
        "handled": 0,
        "queues": [{"subject": HOSTILE, "waiting": 1, "under_way": 0, "redelivered": 0}],
    }
    stream = {"provisioned": True, "messages": 1, "bytes": 1, "limit_bytes": 10, "consumers": {}}
    return {
        "broker": HOSTILE,
        "services": [copy | {"http": HOSTILE}],
        "runs": [run | {"best_adherence": 0.5, "started": HOSTILE, "statement": HOSTILE}],
        "runs_unknown": None,
        "streams": {HOSTILE: stream},
    }


def _progress(live: bool) -> None:
    understood = StatementUnderstood(statement=statement(HOSTILE), reading=None, reason=HOSTILE)
    event = StatementsTranslated(envelope=feedback_submitted().envelope, statements=(understood,), translator=HOSTILE)
    with RunProgress(Console(force_terminal=live), live=live) as progress:
        progress.say(HOSTILE)
        progress.show(event)


def _fault() -> None:
    fault = Fault(code=FaultCode.UNKNOWN_DOMAIN, message=HOSTILE, remedy=HOSTILE, file=HOSTILE, line=1)
    show_fault(CommandFault(fault), as_json=False)


def _events() -> None:
    submitted = FeedbackSubmitted.model_construct(
        envelope=feedback_submitted().envelope, domain=HOSTILE, problem=HOSTILE, statements=(statement(HOSTILE),)
    )
    refused = FeedbackRefused(
        envelope=feedback_submitted().envelope, fault=Fault(code=FaultCode.UNKNOWN_DOMAIN, message=HOSTILE)
    )
    for event in (submitted, refused, _revised()):
        watch.Console().print(Text(event_line(event)), soft_wrap=True)


VIEWS: dict[str, Callable[[], None]] = {
    "submit": lambda: show_result(Console(width=160), _revised()),
    "submit, verbose": lambda: show_result(Console(width=160), _revised(), verbose=True),
    "diff": lambda: show_diff(Console(width=80), _revised(), _revised(), TimeWords()),
    "submit, narrow": lambda: show_result(Console(width=60), _revised()),
    "before and after": lambda: Console().print(before_and_after(_revised(), {"s1": "violated"})),
    "status": lambda: show_status(_status()),
    "status --all": lambda: show_status(_status(), everything=True),
    "status, services down": lambda: show_status(_status() | {"troubles": [HOSTILE], "missing": [HOSTILE]}),
    "status, runs unknown": lambda: show_status(_status() | {"runs": None, "runs_unknown": HOSTILE}),
    "status --plan": lambda: write_lines(_revised().plan),
    "session show": lambda: session_text.show_session(Console(), _session()),
    "session list": lambda: session_text.show_sessions(Console(), _session()),
    "watch": _events,
    "domain list": lambda: domain._show(
        [
            {"domain": HOSTILE, "fault": HOSTILE, "remedy": HOSTILE},
            {"domain": HOSTILE, "problems": [HOSTILE], "archetypes": [HOSTILE], "sha256": "0" * 64},
        ]
    ),
    "domain check": lambda: domain_check._show(
        Path(HOSTILE), [Complaint(Severity.ERROR, "kind", HOSTILE, HOSTILE, HOSTILE, 1)], domain_check.Counter()
    ),
    "progress": lambda: _progress(False),
    "fault": _fault,
    "json": lambda: show_json({HOSTILE: HOSTILE}),
    "json lines": lambda: show_json_line(_revised().model_dump_json()),
    "provision": lambda: provision.Console().print(Text(str(Change("stream", HOSTILE, "created", (HOSTILE,))))),
    "plain table": lambda: _plain_table(),
}


def _plain_table() -> None:
    table = Table(HOSTILE, title=HOSTILE)
    table.add_row(HOSTILE)
    Console().print(table, HOSTILE)


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_a_view_shows_hostile_text_as_it_is_written(view: str, capsys: pytest.CaptureFixture[str]) -> None:
    VIEWS[view]()
    written = "".join(capsys.readouterr())
    assert written
    assert not ACTING.search(written)
    if "json" not in view:
        # Folded over lines in tables, so the letters are looked for.
        assert "[/x]" in written or "x1b" in "".join(written.split())


def test_a_live_picture_has_no_escape_but_those_of_rich() -> None:
    raw = io.StringIO()
    console = Console(file=raw, force_terminal=True, width=200)
    console.print(Text(HOSTILE, "bold"))
    printed = re.sub(r"\x1b\[[0-9;]*m", "", raw.getvalue())
    assert not ACTING.search(printed)
    assert "\x1b[31m" not in raw.getvalue() and "\x1b]" not in raw.getvalue()


def test_links_of_markup_and_styles_do_not_reach_a_terminal() -> None:
    raw = io.StringIO()
    console = Console(file=raw, force_terminal=True, width=200)
    console.print("[link=https://evil.example]here[/link]", Text("there", "link https://evil.example"))
    assert "\x1b]8" not in raw.getvalue()
    assert "[link=https://evil.example]here[/link]" in raw.getvalue()


def test_json_means_the_same_and_holds_nothing_that_acts() -> None:
    text = json.dumps({"name": HOSTILE, "kept": "Käse, 中, 😀"}, ensure_ascii=False)
    assert json.loads(shown_json(text)) == json.loads(text)
    assert "Käse, 中, 😀" in shown_json(text)
    assert not ACTING.search(shown_json(text))


def test_everyday_text_stays_as_it_is() -> None:
    for text in ("Käse → 中文 😀 “quoted”", "(at deb_ast_0 wpt_a_0)\n\tnext", "[/x] [bold]"):
        assert shown(text) == text


def test_logs_on_standard_error_hold_nothing_that_acts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def command() -> None:
        structlog.get_logger("test").warning("skipped an answer", subject=HOSTILE, error=f"x {HOSTILE}")

    monkeypatch.setattr(sys.modules["plancritic.command_line.root"], "_root", lambda: _Command(command))
    run_program(["anything"])
    printed = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().err)
    assert "skipped an answer" in printed
    assert not ACTING.search(printed)


class _Command:
    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work

    def main(self, **_options: object) -> int:
        self._work()
        return 0


@pytest.mark.parametrize("arguments", [["--bogus[/x]\x1b[31m"], ["nothing\x1b[31m[/x]"], ["status", "--bogus\x1b[2J"]])
def test_what_is_wrong_with_arguments_is_told_without_them_acting(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(arguments) == 2
    printed = re.sub(r"\x1b\[[0-9;]*m", "", "".join(capsys.readouterr()))
    assert not ACTING.search(printed)


@pytest.mark.parametrize("name", ["[/x]", "a\x1b[31m", "a\u202eb", "", " a", "a\n", "x" * 101])
def test_a_name_that_could_act_is_refused_before_it_is_sent(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--domain", "--problem"):
        given = {"--domain": "waterway", "--problem": "1"} | {option: name}
        arguments = [each for pair in given.items() for each in pair]
        assert run_program(["submit", *arguments, "--json", "Visit waypoint A."]) == 2
        fault = json.loads(capsys.readouterr().out)["fault"]
        assert fault["code"] == "invalid_message"
        assert fault["remedy"]


def test_consoles_are_made_in_one_place_only() -> None:
    found = [
        str(file.relative_to(CHECKOUT))
        for root in ("libs", "services")
        for file in (CHECKOUT / root).rglob("*.py")
        if _OTHER_CONSOLES.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []
