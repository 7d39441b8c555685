"""The state of the whole system as text: on one screen, or with every copy, queue and stream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from rich.table import Table
from rich.text import Text

from plancritic.command_line.results.verdict_words import STYLES
from plancritic.command_line.runs.identifiers import ROOM_FOR_IDS, short_ids
from plancritic.command_line.terminal import Console
from plancritic.english.lists import enumerated
from plancritic.pictures.verdict_words import verdict_word

#: So many of the latest runs fit on a screen beside all else, or where they have a longer page.
SCREEN_RUNS, MOST_RUNS = 8, 20
#: From this width on a line about a run also has room for its generation, adherence and start.
_ROOM_FOR_MEASURES = 200
_MEBIBYTE = 2**20
#: A store with more of its limit used is told: at nine tenths new feedback is refused.
_FILLED = 0.7


def show_status(found: Mapping[str, Any], everything: bool = False) -> None:
    """Print the state: at most 40 lines of 80 columns for a usual stack, or all there is to know."""
    console = Console()
    console.print(Text(f"broker {found['broker']}"))
    for trouble in found.get("troubles", ()):
        console.print(Text(trouble, "red"), soft_wrap=True)
    if found.get("missing"):
        console.print(Text(f"No ready copy answers of: {enumerated(found['missing'])}", "red"))
    console.print(_copies_table(found["services"]) if everything else _services_table(found["services"]))
    if found["runs"] is None:
        console.print(Text(f"Latest runs: unknown, {found['runs_unknown']}", "yellow"))
    else:
        console.print(_runs_table(found["runs"][: MOST_RUNS if everything else SCREEN_RUNS], console.width))
        _show_told(console, found["runs"][:MOST_RUNS])
    _show_queues(console, found["services"], everything)
    _show_streams(console, found["streams"], everything)
    if not everything:
        console.print(Text("More of each: plancritic status --all", "dim"))


def _services_table(copies: Sequence[Mapping[str, Any]]) -> Table:
    """A line for each service, with what its copies do together."""
    services = _table("Services", "ready", "busy", "done", ids=("service",))
    by_service: dict[str, list[Mapping[str, Any]]] = {}
    for copy in copies:
        by_service.setdefault(copy["service"], []).append(copy)
    for service, found in by_service.items():
        ready = sum(bool(copy["ready"]) for copy in found)
        services.add_row(
            service,
            Text(f"{ready} of {len(found)}", "" if ready == len(found) else "yellow"),
            str(sum(copy["in_flight"] for copy in found)),
            str(sum(copy["handled"] for copy in found)),
        )
    return services


def _copies_table(copies: Sequence[Mapping[str, Any]]) -> Table:
    """A line for each copy."""
    # On a terminal of 80 columns an address has to be whole: it is copied from here.
    services = _table("Services", "process", "ready", "busy", "done", ids=("copy",), whole=("health, metrics",))
    for copy in copies:
        services.add_row(
            copy["instance"],
            f"{copy['process_id']} on {copy['host']}",
            "yes" if copy["ready"] else "no",
            str(copy["in_flight"]),
            str(copy["handled"]),
            (copy["http"] or "").removeprefix("http://"),
        )
    return services


def _runs_table(states: Sequence[Mapping[str, Any]], width: int) -> Table:
    """The latest runs, a line each: ids short or whole, and the beginning of what was said first."""
    whole = width >= ROOM_FOR_IDS
    more = ("generation", "best adherence", "started") if width >= _ROOM_FOR_MEASURES else ()
    runs = _table("Latest runs", "said first", ids=("run", "session", "domain", "came to", *more))
    names = {name: _ids([state[name] for state in states], whole) for name in ("run", "session")}
    for state in states:
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


def _show_told(console: Console, states: Sequence[Mapping[str, Any]]) -> None:
    """How often each word was told of the first statements of these runs, and how well their best plans adhered."""
    told = Counter(verdict_word(state["verdict"]) for state in states if state.get("verdict"))
    if not told:
        return
    ended = [state for state in states if state.get("verdict")]
    best = [state["best_adherence"] for state in ended if state["best_adherence"] is not None]
    adherence = f"; best adherence {fmean(best):.2f} on average" if best else ""
    words = ", ".join(f"{count} {word}" for word, count in told.most_common())
    console.print(Text(f"Verdicts of the last {told.total()} runs: {words}{adherence}"))


def _ids(found: Sequence[str], whole: bool) -> dict[str, str]:
    return {each: each for each in found} if whole else short_ids(found)


def _came_to(state: Mapping[str, Any]) -> Text:
    """The verdict on the first statement; where there is none how the run stands, with its generation."""
    verdict = state.get("verdict")
    if verdict:
        return Text(verdict_word(verdict), STYLES.get(verdict, ""))
    searching = state["state"] == "running" and state["kind"] == "feedback"
    return Text(f"running ({state['generation']})" if searching else state["state"])


#: What is shown of runs in which nobody says anything.
_ABOUT = {"modelling": "(models of a description)", "refinement": "(repair of a domain)"}


def _said_first(state: Mapping[str, Any]) -> str:
    if state["kind"] in _ABOUT:
        return _ABOUT[state["kind"]]
    more = f"(+{state['more_statements']}) " if state.get("more_statements") else ""
    return f"{more}{state.get('statement') or ''}"


def _show_queues(console: Console, copies: Sequence[Mapping[str, Any]], everything: bool) -> None:
    """What waits for the services that answer, by what they say themselves: any user may see it."""
    rows = {queue["subject"]: queue for copy in copies for queue in copy["queues"]}
    if not everything:
        rows = {subject: queue for subject, queue in rows.items() if _is_behind(queue)}
        if not rows:
            console.print(Text("Queues: nothing waits"))
            return
    queues = _table("Queues", "waiting", "under way", "delivered again", ids=("subject",))
    for subject, queue in sorted(rows.items()):
        queues.add_row(subject, str(queue["waiting"]), str(queue["under_way"]), str(queue["redelivered"]))
    console.print(queues)


def _is_behind(queue: Mapping[str, Any]) -> bool:
    return bool(queue["waiting"] or queue["under_way"] or queue["redelivered"])


def _show_streams(console: Console, streams: Mapping[str, Mapping[str, Any]], everything: bool) -> None:
    told = {name: depth for name, depth in streams.items() if everything or _needs_attention(depth)}
    if told:
        console.print(_streams_table(told))
    elif streams:
        seen = [depth for depth in streams.values() if depth["provisioned"]]
        size = sum(depth["bytes"] for depth in seen) / _MEBIBYTE
        hidden = len(streams) - len(seen)
        more = f"; this user may not see {hidden} more" if hidden else ""
        console.print(Text(f"Streams: {len(seen)}, with {size:.1f} MiB and room for more{more}"))


def _needs_attention(depth: Mapping[str, Any]) -> bool:
    if not depth["provisioned"]:
        return depth["provisioned"] is False
    return depth["limit_bytes"] is not None and depth["bytes"] > _FILLED * depth["limit_bytes"]


def _streams_table(streams_found: Mapping[str, Mapping[str, Any]]) -> Table:
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
