"""`plancritic status`: which services run, where the latest runs stand, how full the streams are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from plancritic.client import (
    RunsUnknown,
    StreamDepth,
    StreamHidden,
    StreamMissing,
    StreamState,
    SystemStatus,
    check_identifier,
)
from plancritic.command_line.broker_client import broker_settings, connected
from plancritic.command_line.exit_codes import ExitCode, run, show_json
from plancritic.command_line.runs.ended_run import ended_run
from plancritic.command_line.runs.first_statements import FirstStatement, first_statements
from plancritic.command_line.runs.identifiers import ROOM_FOR_IDS, short_ids
from plancritic.command_line.runs.result import result_json
from plancritic.command_line.runs.verdict_words import STYLES, verdict_word
from plancritic.command_line.terminal import Console, write_lines
from plancritic.contracts.feedback import PlanRevised

#: So many of the latest runs are listed; more do not fit on a screen, and each is looked up.
_SHOWN_RUNS = 20
#: From this width on a line about a run also has room for its generation, adherence and start.
_ROOM_FOR_MEASURES = 200
_MEBIBYTE = 2**20


def status(
    url: Annotated[bool, typer.Option("--url", help="Print the broker's URL and nothing else.")] = False,
    environment: Annotated[
        bool,
        typer.Option("--environment", help="Print the variables by which a program signs in as the user `client`."),
    ] = False,
    plan: Annotated[
        str | None,
        typer.Option(
            metavar="RUN",
            help="Print the plan of an ended run as PDDL; with --json its whole result. The beginning of the run's id "
            "is enough.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show which services run, how far the latest runs are, and how many messages wait.

    Examples: plancritic status; plancritic status --plan RUN > my.plan;
    env $(plancritic status --environment) python deploy/examples/operations_system.py waterway "Avoid waypoint A."

    Exit code 3 if no broker answers or no service does; of --plan also 1 for a run that has not ended, 2 for one that
    is unknown or was refused.
    """
    if url:
        write_lines(broker_settings().nats_url)
        return
    if environment:
        write_lines("\n".join(f"{name}={value}" for name, value in broker_settings().environment().items()))
        return
    if plan is not None:
        result = run(_result_of(check_identifier(plan, "run")))
        if as_json:
            show_json(result_json(result))
        else:
            write_lines(result.plan)
        return
    found = run(_status())
    if as_json:
        show_json(found)
    else:
        _show_status(found)
    raise typer.Exit(ExitCode.DONE if found["services"] else ExitCode.UNAVAILABLE)


async def _status() -> dict[str, Any]:
    async with connected("operator") as client:
        found = await client.status()
        shown = () if isinstance(found.runs, RunsUnknown) else found.runs[:_SHOWN_RUNS]
        said = await first_statements(client, [state for state in shown if state.kind == "feedback"])
        return _as_json(found, said)


def _as_json(found: SystemStatus, said: Mapping[str, FirstStatement]) -> dict[str, Any]:
    unknown = found.runs.reason if isinstance(found.runs, RunsUnknown) else None
    runs = None
    if not isinstance(found.runs, RunsUnknown):
        runs = [state.model_dump(mode="json") | _said_json(said.get(state.run)) for state in found.runs]
    return {
        "broker": found.broker,
        "services": [copy.model_dump(mode="json") for copy in found.services],
        "runs": runs,
        "runs_unknown": unknown,
        "streams": {name: _stream_json(state) for name, state in found.streams.items()},
    }


def _said_json(first: FirstStatement | None) -> dict[str, Any]:
    if first is None:
        return {"statement": None, "more_statements": None, "verdict": None}
    return {"statement": first.text, "more_statements": first.more, "verdict": first.verdict}


def _stream_json(state: StreamState) -> dict[str, Any]:
    match state:
        case StreamMissing():
            return {"provisioned": False}
        case StreamHidden():
            return {"provisioned": None}
        case StreamDepth():
            return {
                "provisioned": True,
                "messages": state.messages,
                "bytes": state.bytes,
                "limit_bytes": state.limit_bytes,
                "consumers": {
                    name: {"waiting": depth.waiting, "under_way": depth.under_way, "redelivered": depth.redelivered}
                    for name, depth in state.consumers.items()
                },
            }


async def _result_of(beginning: str) -> PlanRevised:
    """The end of the run whose id begins so, from the recording."""
    async with connected() as client:
        return await ended_run(client, beginning)


def _show_status(found: dict[str, Any]) -> None:
    console = Console()
    console.print(Text(f"broker {found['broker']}"))
    # On a terminal of 80 columns an address has to be whole: it is copied from here.
    services = _table("Services", "process", "ready", "busy", "done", ids=("copy",), whole=("health, metrics",))
    for copy in found["services"]:
        services.add_row(
            copy["instance"],
            f"{copy['process_id']} on {copy['host']}",
            "yes" if copy["ready"] else "no",
            str(copy["in_flight"]),
            str(copy["handled"]),
            (copy["http"] or "").removeprefix("http://"),
        )
    console.print(services)
    if found["runs"] is None:
        console.print(Text(f"Latest runs: unknown, {found['runs_unknown']}", "yellow"))
    else:
        console.print(_runs_table(found["runs"], console.width))
    console.print(_queues_table(found["services"]))
    console.print(_streams_table(found["streams"]))


def _ids(found: Sequence[str], whole: bool) -> dict[str, str]:
    return {each: each for each in found} if whole else short_ids(found)


def _runs_table(states: list[dict[str, Any]], width: int) -> Table:
    """The latest runs, a line each: ids short or whole, and the beginning of what was said first."""
    whole = width >= ROOM_FOR_IDS
    more = ("generation", "best adherence", "started") if width >= _ROOM_FOR_MEASURES else ()
    runs = _table("Latest runs", "said first", ids=("run", "session", "domain", "came to", *more))
    names = {name: _ids([state[name] for state in states], whole) for name in ("run", "session")}
    for state in states[:_SHOWN_RUNS]:
        best = state["best_adherence"]
        measured = (str(state["generation"]), "" if best is None else f"{best:.2f}", state["started"])
        runs.add_row(
            names["run"][state["run"]],
            names["session"][state["session"]],
            state["domain"],
            _came_to(state),
            *(measured if more else ()),
            # Cut, not wrapped: a run is a line.
            Text(_said_first(state), no_wrap=True, overflow="ellipsis"),
        )
    return runs


def _came_to(state: dict[str, Any]) -> Text:
    """The verdict on the first statement; where there is none how the run stands, with its generation."""
    verdict = state.get("verdict")
    if verdict:
        return Text(verdict_word(verdict), STYLES.get(verdict, ""))
    searching = state["state"] == "running" and state["kind"] == "feedback"
    return Text(f"running ({state['generation']})" if searching else state["state"])


#: What is shown of runs in which nobody says anything.
_ABOUT = {"modelling": "(models of a description)", "refinement": "(repair of a domain)"}


def _said_first(state: dict[str, Any]) -> str:
    if state["kind"] in _ABOUT:
        return _ABOUT[state["kind"]]
    more = f"(+{state['more_statements']}) " if state.get("more_statements") else ""
    return f"{more}{state.get('statement') or ''}"


def _queues_table(copies: Sequence[Mapping[str, Any]]) -> Table:
    """What waits for the services that answer, by what they say themselves: any user may see it."""
    queues = _table("Queues", "waiting", "under way", "delivered again", ids=("subject",))
    rows = {queue["subject"]: queue for copy in copies for queue in copy["queues"]}
    for subject, queue in sorted(rows.items()):
        queues.add_row(subject, str(queue["waiting"]), str(queue["under_way"]), str(queue["redelivered"]))
    return queues


def _streams_table(streams_found: dict[str, dict[str, Any]]) -> Table:
    depths = _table("Streams", "stream", "messages", "filled")
    for name, depth in streams_found.items():
        if depth["provisioned"] is None:
            depths.add_row(name, "", "this user may not see it")
            continue
        if not depth["provisioned"]:
            depths.add_row(name, "missing", "run `plancritic provision`")
            continue
        depths.add_row(name, str(depth["messages"]), _filled(depth["bytes"], depth["limit_bytes"]))
    return depths


def _filled(size: int, limit: int | None) -> str:
    # In the unit in which limits are set.
    filled = f"{size / _MEBIBYTE:.1f} MiB"
    return filled if limit is None else f"{filled} of {limit / _MEBIBYTE:.0f} MiB ({size / limit:.0%})"


def _table(title: str, *columns: str, ids: Sequence[str] = (), whole: Sequence[str] = ()) -> Table:
    """An empty table; the columns of `ids` come first, those of `whole` last, and neither are broken."""
    table = Table(title=title, title_justify="left")
    for column in ids:
        table.add_column(column, no_wrap=True)
    for column in columns:
        table.add_column(column, overflow="fold")
    for column in whole:
        table.add_column(column, no_wrap=True)
    return table
