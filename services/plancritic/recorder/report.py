"""What a replay came to, as a table for people and as JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.recorder.comparison import Word
from plancritic.recorder.history import Input, Turn
from plancritic.recorder.outcomes import Outcome, Refused, Result
from plancritic.recorder.recording import Versions
from plancritic.recorder.replaying import Replayed
from plancritic.recorder.sources import Source

_STYLES: dict[Word, str] = {"same": "dim", "better": "green", "worse": "bold red", "failed": "bold red"}
_SHORT_HASH = 12
_MOST_WORDS_SHOWN = 60


@dataclass(frozen=True)
class Report:
    """A replay that is over."""

    source: Source
    rows: tuple[Replayed, ...]
    versions: tuple[Versions, ...]
    seconds: float

    @property
    def counts(self) -> Counter[Word]:
        """Return how many inputs have which word."""
        return Counter(row.comparison.word for row in self.rows)

    @property
    def is_good(self) -> bool:
        """Return whether every outcome is the same or better."""
        return not self.counts["worse"] and not self.counts["failed"]


def version_changes(source: Source, now: Sequence[Versions]) -> tuple[str, ...]:
    """Return how what the replay ran on differs from what was recorded, one line a difference."""
    changes = []
    tool = version("plancritic")
    if source.tool is not None and source.tool != tool:
        changes.append(f"plancritic {source.tool} -> {tool}")
    for domain in dict.fromkeys(each.domain for each in source.history.versions):
        for name, what in (("bundle", "bundle"), ("scorer_model", "scorer model"), ("planner", "engines")):
            old, new = (
                tuple(dict.fromkeys(getattr(each, name) for each in some if each.domain == domain))
                for some in (source.history.versions, now)
            )
            # Only what was known: the first run on a broker may start before a planner has said its version.
            old, new = (tuple(each for each in some if each is not None or name != "planner") for some in (old, new))
            if new and old and set(old) != set(new):
                changes.append(f"{domain}: {what} {_shown(old)} -> {_shown(new)}")
    return tuple(changes)


def remarks(source: Source) -> tuple[str, ...]:
    """Return what else a reader of the report has to know, one line each."""
    found = []
    turns = [each for each in source.history.inputs if isinstance(each, Turn)]
    without = sum(each.feedback.settings.seed is None for each in turns)
    if without:
        found.append(
            f"{counted(without, 'run')} had no seed: replayed in deterministic mode with the seed that the search drew"
        )
    for subject, count in source.history.unread.items():
        found.append(f"{counted(count, 'event')} of {subject!r} not read: unknown here, or not a valid message")
    return tuple(found)


def report_json(report: Report) -> dict[str, Any]:
    """Return the report as JSON."""
    history = report.source.history
    return {
        "source": report.source.name,
        "tool": {"recorded": report.source.tool, "now": version("plancritic")},
        "versions": {
            "recorded": [each.model_dump(mode="json") for each in history.versions],
            "now": [each.model_dump(mode="json") for each in report.versions],
        },
        "changes": list(version_changes(report.source, report.versions)),
        "remarks": list(remarks(report.source)),
        "counts": {word: report.counts[word] for word in _STYLES},
        "rows": [_row_json(row) for row in report.rows],
        "left_out": [{**_input_json(each.input), "reason": each.reason} for each in history.left_out],
        "seconds": round(report.seconds, 3),
    }


def show_report(console: Console, report: Report) -> None:
    """Print what is different at the top, then a table, then the sum."""
    history = report.source.history
    for change in version_changes(report.source, report.versions):
        console.print(Text.assemble(("changed: ", "bold"), change), soft_wrap=True)
    for remark in remarks(report.source):
        console.print(remark, soft_wrap=True)
    table = Table("session", "input", "outcome", "why", box=None, pad_edge=False)
    for row in report.rows:
        word = row.comparison.word
        table.add_row(_session(row.input), about(row.input), Text(word, _STYLES[word]), Text("\n".join(_why(row))))
    console.print(table)
    for each in history.left_out:
        console.print(f"left out: {_session(each.input)}: {about(each.input)}: {each.reason}", soft_wrap=True)
    counts = ", ".join(f"{report.counts[word]} {word}" for word in _STYLES)
    left_out = f"; {len(history.left_out)} left out" if history.left_out else ""
    console.print(f"{counted(len(report.rows), 'input')}: {counts}{left_out} ({report.seconds:.1f} s)", soft_wrap=True)


def about(each: Input) -> str:
    """Return what an input said, as far as it fits into a line."""
    text = " ".join(each.said)
    return text if len(text) <= _MOST_WORDS_SHOWN else f"{text[: _MOST_WORDS_SHOWN - 1]}…"


def _why(row: Replayed) -> Iterator[str]:
    yield from row.comparison.reasons
    for note in row.comparison.notes:
        yield f"({note})"


def _session(each: Input) -> str:
    return each.session[:_SHORT_HASH]


def _shown(values: Sequence[str | None]) -> str:
    return " and ".join("none" if each is None else _short(each) for each in values)


def _short(value: str) -> str:
    is_hash = len(value) == 64 and not set(value) - set("0123456789abcdef")
    return value[:_SHORT_HASH] if is_hash else repr(value)


def _row_json(row: Replayed) -> dict[str, Any]:
    assert row.input.outcome is not None, "only inputs with an outcome are replayed"
    return {
        **_input_json(row.input),
        "outcome": row.comparison.word,
        "reasons": list(row.comparison.reasons),
        "notes": list(row.comparison.notes),
        "recorded": _outcome_json(row.input.outcome),
        "replayed": _outcome_json(row.outcome),
        "seconds": round(row.seconds, 3),
    }


def _input_json(each: Input) -> dict[str, Any]:
    return {
        "session": each.session,
        "run": each.run,
        "sequence": each.sequence,
        "kind": "feedback" if isinstance(each, Turn) else each.kind,
        "said": list(each.said),
    }


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    match outcome:
        case Result():
            return {
                "statements": {each.id: each.verdict for each in outcome.statements},
                "steps": len(outcome.plan),
                "end": outcome.end,
            }
        case Refused():
            return {"refused": outcome.code, "message": outcome.message}
        case _:
            return {"no_end": outcome.reason}
