"""Holds the answer of a call of the program against what a piece of the corpus expects.

`expect` of a piece may have, each one answer or a list of those that are allowed:

| entry | of |
|---|---|
| `exit` | the exit code |
| `verdict` | the verdict of `plan`, `explain` and `validate` with `--json` |
| `kind` | the kind of a syntax error: `detail.kind` |
| `code` | the code of a fault |
| `says` | an expression that is found in what was written |
| `shorter_than` | how many characters may be written: a long name is not repeated at length |
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from tests.support.corpus import Piece, allowed
from tests.support.fork_server import Ended

from plancritic.contracts.planning import SolveLimits

#: Seconds beyond its limit that a call may take.
GRACE = 2.0
#: How many times longer than on an idle machine something may take by the clock: other work may run beside the tests.
#: Processor time is held to the limit as it is.
BUSY = 8.0
GIBIBYTE = 1024**3
#: What a planner may use by default.
MEMORY_LIMIT = SolveLimits().memory_mb * 1024 * 1024 + GIBIBYTE // 4
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")


def check_answer(piece: Piece, ended: Ended, limit: float, places: Sequence[str] = ()) -> None:
    """Assert that a call ended as the piece expects, within its limits, without a traceback.

    `places` are the marked ones: each has to be named.
    """
    expect = piece.expect
    shown = f"\n{_shortened(ended.output)}\n{_shortened(ended.errors)}"
    assert ended.status is not None, f"did not end within {ended.seconds:.1f} s, {ended.cpu_seconds:.1f} of CPU{shown}"
    assert ended.status >= 0, f"killed by signal {-ended.status} after {ended.cpu_seconds:.1f} s of CPU{shown}"
    assert "Traceback" not in ended.errors + ended.output, shown
    assert ended.status in allowed(expect["exit"]), f"exit code {ended.status}{shown}"
    assert not _CONTROL.search(ended.output + ended.errors), f"control characters reach the terminal{shown!r}"
    answer = read_answer(ended)
    if "verdict" in expect:
        assert answer.get("verdict") in allowed(expect["verdict"]), shown
    detail = answer.get("detail") or {}
    if answer.get("verdict") == "syntax_error":
        assert detail["message"] and detail["file"] and detail["line"] >= 1 and detail["column"] >= 1, shown
        if "kind" in expect:
            assert detail["kind"] in allowed(expect["kind"]), f"kind {detail['kind']}{shown}"
        found = f"{detail['file']}:{detail['line']}:{detail['column']}"
        for place in places:
            assert found == place or (place.endswith(":") and found.startswith(place)), f"{found}, not {place}{shown}"
    if ended.status == 2:
        fault = answer.get("fault")
        typed = answer.get("verdict") == "syntax_error" or (fault and fault["message"])
        # People are told in words.
        assert typed or (not ended.output.startswith("{") and ended.errors), f"no typed answer{shown}"
    if "code" in expect:
        assert answer["fault"]["code"] in allowed(expect["code"]), shown
    for expression in allowed(expect.get("says", [])):
        assert re.search(expression, ended.output + ended.errors, re.IGNORECASE), f"nothing of {expression!r}{shown}"
    if "shorter_than" in expect:
        length = len(ended.output) + len(ended.errors)
        assert length < expect["shorter_than"], f"{length} characters{shown}"
    assert ended.cpu_seconds <= limit + GRACE, f"{ended.cpu_seconds:.1f} s of CPU at a limit of {limit:g}{shown}"
    assert ended.seconds <= (limit + GRACE) * BUSY, f"{ended.seconds:.1f} s at a limit of {limit:g}{shown}"
    # The largest process counts, and a planner is one: it may use what a job's limit leaves it (`SolveLimits`).
    assert ended.peak_bytes < MEMORY_LIMIT, f"{ended.peak_bytes >> 20} MiB{shown}"


def read_answer(ended: Ended) -> dict[str, Any]:
    """The JSON on standard output; empty where there is none."""
    try:
        found = json.loads(ended.output)
    except json.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def _shortened(text: str) -> str:
    return text if len(text) < 2000 else f"{text[:1000]} ... {text[-1000:]}"
