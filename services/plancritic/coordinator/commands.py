"""`plancritic submit`, `watch` and `status`: the coordinator's side of the command line."""

from __future__ import annotations

from contextlib import aclosing
from typing import Annotated, Any

import nats.errors
import nats.js.errors
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from plancritic.bus.client import Client
from plancritic.bus.errors import RequestTimedOut, ServiceUnavailable
from plancritic.bus.streams import streams
from plancritic.bus.watch import Event
from plancritic.command_line.broker_client import broker_settings, connected
from plancritic.command_line.ending import CommandFault, ExitCode, run, show_json, show_json_line
from plancritic.command_line.following import descriptions, follow, make_feedback, require_services
from plancritic.command_line.run_progress import RunProgress, event_line
from plancritic.command_line.run_result import everything_adhered, result_json, show_result
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised, SearchSettings
from plancritic.contracts.service import ReportRun, RunState


def submit(
    statements: Annotated[list[str], typer.Argument(metavar="STATEMENT...", help="What the plan should be like.")],
    domain: Annotated[str, typer.Option(help="Name of a published domain.")],
    problem: Annotated[str, typer.Option(help="Which of the domain's problems.")] = "1",
    seed: Annotated[int | None, typer.Option(help="Deterministic mode: the same seed, the same result.")] = None,
    generations: Annotated[int | None, typer.Option(min=0, max=1000, help="Most generations to breed.")] = None,
    population: Annotated[int | None, typer.Option(min=2, max=1000, help="Specifications in a generation.")] = None,
    deadline: Annotated[float | None, typer.Option(min=0.1, help="Seconds until the best so far is taken.")] = None,
    engine: Annotated[str | None, typer.Option(help="Planner to use, see `plancritic engines`.")] = None,
    session: Annotated[str | None, typer.Option(help="Continue this session.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")] = False,
) -> None:
    """Say what a plan should be like, and get it revised and proved.

    Example: plancritic submit --domain waterway "No vessel may go through waypoint A."

    Exit code 0 if the plan is proved and every statement adhered to, 1 if not, 2 if the feedback was refused,
    3 if no broker or service answers.
    """
    chosen: dict[str, Any] = {
        "seed": seed,
        "generations": generations,
        "population": population,
        "deadline_seconds": deadline,
        "engine": engine,
    }
    settings = SearchSettings(**{name: value for name, value in chosen.items() if value is not None})
    feedback = make_feedback(domain, problem, statements, settings, session)
    ended = run(_submit(feedback, as_json))
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault)
    if as_json:
        show_json(result_json(ended))
    else:
        show_result(Console(), ended)
    raise typer.Exit(ExitCode.DONE if everything_adhered(ended) else ExitCode.OTHER_VERDICT)


async def _submit(feedback: FeedbackSubmitted, as_json: bool) -> PlanRevised | FeedbackRefused:
    async with connected() as client:
        await require_services(client)
        with RunProgress(Console(quiet=as_json)) as progress:
            return await follow(client, feedback, progress)


def watch(
    session: Annotated[str | None, typer.Option(help="Only this session; all without it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document a line.")] = False,
) -> None:
    """Print events as they happen, the recorded ones first; Ctrl-C ends it.

    Example: plancritic watch --json | head -20
    """
    run(_watch(session, as_json))


async def _watch(session: str | None, as_json: bool) -> None:
    console = Console()
    async with connected() as client, aclosing(client.watch(session=session)) as events:
        async for event in events:
            if as_json:
                show_json_line(_event_json(event))
            else:
                console.print(_event_text(event), soft_wrap=True)


def _event_json(event: Event) -> str:
    body = event.message.model_dump_json()
    return (
        f'{{"sequence":{event.sequence},"time":"{event.time.isoformat()}",'
        f'"subject":"{event.subject.name}","message":{body}}}'
    )


def _event_text(event: Event) -> Text:
    return Text.assemble(
        (f"{event.time:%H:%M:%S.%f}"[:-3], "dim"),
        (f" {event.message.envelope.correlation_id[:8]} ", "cyan"),
        event_line(event.message),
    )


def status(
    url: Annotated[bool, typer.Option("--url", help="Print the broker's URL and nothing else.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Say which services run, where the latest runs stand, and how full the streams are.

    Example: plancritic status

    Exit code 3 if no broker answers or no service does.
    """
    if url:
        typer.echo(broker_settings().nats_url)
        return
    found = run(_status())
    if as_json:
        show_json(found)
    else:
        _show_status(found)
    raise typer.Exit(ExitCode.DONE if found["services"] else ExitCode.UNAVAILABLE)


async def _status() -> dict[str, Any]:
    async with connected() as client:
        copies = await descriptions(client, wait=0.5)
        return {
            "broker": client.settings.nats_url,
            "services": [
                copy.model_dump(mode="json") for copy in sorted(copies, key=lambda copy: (copy.service, copy.instance))
            ],
            "runs": [state.model_dump(mode="json") for state in await _runs(client)],
            "streams": await _stream_depths(client),
        }


async def _runs(client: Client) -> tuple[RunState, ...]:
    """The latest runs; none where no coordinator answers, which the list of services shows."""
    try:
        report = await client.ask(ReportRun(envelope=Envelope.start()), subjects.REPORT_RUN)
    except (ServiceUnavailable, RequestTimedOut):
        return ()
    runs: tuple[RunState, ...] = report.runs
    return runs


async def _stream_depths(client: Client) -> dict[str, dict[str, Any]]:
    depths: dict[str, dict[str, Any]] = {}
    for config in streams(client.naming):
        name = str(config.name)
        try:
            state = (await client.jetstream.stream_info(name)).state
            consumers = await client.jetstream.consumers_info(name)
        except nats.js.errors.NotFoundError:
            depths[name] = {"provisioned": False}
            continue
        except nats.errors.TimeoutError:
            # The broker does not answer a user who may not know.
            depths[name] = {"provisioned": None}
            continue
        depths[name] = {
            "provisioned": True,
            "messages": state.messages,
            "bytes": state.bytes,
            "consumers": {
                consumer.name: {"waiting": consumer.num_pending, "under_way": consumer.num_ack_pending}
                for consumer in consumers
                if consumer.config is not None and consumer.config.durable_name
            },
        }
    return depths


def _show_status(found: dict[str, Any]) -> None:
    console = Console()
    console.print(Text(f"broker {found['broker']}"))
    services = _table("Services", "copy", "process", "ready", "in flight", "handled", "http")
    for copy in found["services"]:
        services.add_row(
            copy["instance"],
            f"{copy['process_id']} on {copy['host']}",
            "yes" if copy["ready"] else "no",
            str(copy["in_flight"]),
            str(copy["handled"]),
            copy["http"] or "",
        )
    console.print(services)
    runs = _table("Latest runs", "run", "domain", "state", "generation", "best adherence", "started")
    for state in found["runs"]:
        best = state["best_adherence"]
        runs.add_row(
            state["run"],
            state["domain"],
            state["state"],
            str(state["generation"]),
            "" if best is None else f"{best:.2f}",
            state["started"],
        )
    console.print(runs)
    depths = _table("Streams", "stream", "messages", "consumers: waiting, under way")
    for name, depth in found["streams"].items():
        if depth["provisioned"] is None:
            depths.add_row(name, "", "this user may not see it")
            continue
        if not depth["provisioned"]:
            depths.add_row(name, "missing", "run `plancritic provision`")
            continue
        consumers = "\n".join(
            f"{consumer}: {counts['waiting']}, {counts['under_way']}" for consumer, counts in depth["consumers"].items()
        )
        depths.add_row(name, str(depth["messages"]), consumers)
    console.print(depths)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
