"""The page of subjects for people: the table, what is promised of each kind, and a payload of each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from plancritic.contracts.documents.examples import ANSWERS, ENVELOPE, PAYLOADS
from plancritic.contracts.rows import Kind, Subject
from plancritic.contracts.subjects import SUBJECTS

#: What is promised of the delivery of a kind.
DELIVERY = {
    Kind.JOB: "JetStream work queue: one copy takes it, stores the result, acknowledges; else it is delivered again.",
    Kind.RESULT: "JetStream stream, kept a day; the first answer to a job counts. `JobFailed` may stand in its place.",
    Kind.ASK: "Core request and reply. A refusal carries the header `Plancritic-Fault` and a Fault as body.",
    Kind.EVENT: "JetStream stream, never deleted by consumers: the recording.",
}
#: What is promised of the order of a kind.
ORDER = {
    Kind.JOB: "Order: none. Delivery: at least once. The same `Nats-Msg-Id` within two minutes is stored once, and a "
    "job that was answered gets the stored answer.",
    Kind.RESULT: "Order: none between jobs. Delivery: exactly one result is stored for each job, under the job's id.",
    Kind.ASK: "Order: none. Delivery: at most once; without a listener the request fails at once.",
    Kind.EVENT: "Order: that of the stream, for all subjects of a session. Delivery: at least once to services, which "
    "know a repetition by its `message_id`; a client that reads the stream misses none. A run has exactly one end: "
    "`plan.revised` or `feedback.refused`.",
}


def subjects_page() -> str:
    """Return the table of subjects as Markdown, with an example of each payload."""
    lines = [
        "# Subjects",
        "",
        "Written from `subjects.py` by `make docs`; do not edit. Every subject begins with",
        "`<namespace>.v<version>.<tenant>.`, by default `plancritic.v1.default.` for a row of version 1.",
    ]
    for kind in Kind:
        lines += ["", f"## {kind.value}", "", DELIVERY[kind], "", ORDER[kind], ""]
        lines += ["| subject | version | message | answer | from | to | what |", "|---|---|---|---|---|---|---|"]
        lines += [_table_row(row) for row in SUBJECTS if row.kind is kind]
    lines += ["", "## Payloads", "", "Every payload is a JSON object with an `envelope`, such as", ""]
    lines += _block({"envelope": ENVELOPE})
    lines += [
        "",
        "Below, each without it. Fields with a default may be missing; readers ignore those they do not know.",
    ]
    for row in SUBJECTS:
        version = f" (version {row.version})" if _in_versions(row) else ""
        lines += ["", f"### {row.name}{version}", "", *_block(PAYLOADS[row.name])]
        if row.answer is not None:
            lines += ["", f"Answer, `{row.answer.__name__}`:", "", *_block(ANSWERS[row.name])]
    return "\n".join(lines) + "\n"


def tail(row: Subject) -> str:
    """Return what follows a row's name in its subjects."""
    return {Kind.ASK: "", Kind.RESULT: ".{session}.{job}"}.get(row.kind, ".{session}")


def _table_row(row: Subject) -> str:
    answer = row.answer.__name__ if row.answer else f"on `{row.result.name}`" if row.result else ""
    return (
        f"| `{row.name}{tail(row)}` | {row.version} | {row.message.__name__} | {answer} "
        f"| {', '.join(row.publishers)} | {', '.join(row.consumers)} | {row.description} |"
    )


def _in_versions(row: Subject) -> bool:
    """Whether the row is there in several versions."""
    return sum(each.name == row.name for each in SUBJECTS) > 1


def _block(value: dict[str, Any]) -> Iterable[str]:
    return "```json", json.dumps(value, ensure_ascii=False), "```"
