"""What the golden files record: seeded runs through the real services, and the hash of a small data set."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plancritic.bus import Client
from plancritic.client import PlancriticClient, make_feedback
from plancritic.command_line.root import run_program
from plancritic.contracts.feedback import FeedbackRefused, SearchSettings

FOLDER = Path(__file__).parent
RUNS, DATA = FOLDER / "runs", FOLDER / "data.json"
SEED = 1
#: Of each domain, on problem 1, the statements of each run. Their searches end well within their limits of CPU time, so
#: that a busy machine gives the same plans; improving a plan goes on to its limit, so it is left out.
STATEMENTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "waterway": (
        ("No vessel may go through waypoint A.",),
        ("The scout should end at waypoint B.",),
        ("Finish with the debris boat at waypoint B.",),
        ("Stay out of A, all of you.", "The scout goes home to the start when everything is done."),
    ),
    "satellite": (
        ("The satellite never points at Star0.",),
        ("The satellite points at Phenomenon6 at the end.",),
        ("The satellite points at GroundStation1 at some time.", "The satellite points at Phenomenon4 at the end."),
        ("The image of Star5 is taken before the image of Phenomenon4.",),
    ),
    "haulage": (
        ("Van 1 is back at the depot at the end.",),
        ("Driver 1 never drives van 1.",),
        ("Parcel 2 is delivered before parcel 1.", "Van 1 is at the depot at the end."),
        ("No van ever calls at the market.",),
    ),
}
#: The smallest data set that has everything in it. With this seed every search finds its plan within half its limit of
#: CPU time, or none within twice the limit: a slower core gives the same data.
DATA_MADE = (
    "data make --domain waterway --seed 3 --problems 1 --samples 0 --instances 2 --variations 2 --walks 2 --examples 20"
)


def runs_file(domain: str) -> Path:
    """The golden file of a domain's runs."""
    return RUNS / f"{domain}.json"


async def recorded_runs(client: Client, domain: str) -> str:
    """The golden text of a domain's runs, made now."""
    return as_text([await _run(client, domain, statements) for statements in STATEMENTS[domain]])


def recorded_data() -> str:
    """The golden text of the small data set, made now: the hash of its lines but the card, and their number."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "data.jsonl"
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            code = run_program([*DATA_MADE.split(), "--out", str(out)])
        if code != 0:
            raise RuntimeError(f"`plancritic {DATA_MADE}` ended with exit code {code}")
        # The card comes first and names the file, the command and the seconds it took.
        _card, *lines = out.read_bytes().splitlines(keepends=True)
    hashed = hashlib.sha256(b"".join(lines)).hexdigest()
    return as_text({"command": DATA_MADE, "lines": len(lines), "sha256": hashed})


def as_text(value: object) -> str:
    """JSON that a person can compare, line by line."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


async def _run(client: Client, domain: str, statements: tuple[str, ...]) -> dict[str, Any]:
    feedback = make_feedback(domain, "1", statements, SearchSettings(seed=SEED, improve_seconds=0))
    ended = await (await PlancriticClient(client).submit(feedback)).end()
    said: dict[str, Any] = {"domain": domain, "problem": "1", "seed": SEED, "said": statements}
    if isinstance(ended, FeedbackRefused):
        return {**said, "fault": ended.fault.model_dump(mode="json")}
    return {
        **said,
        "ended": ended.ended,
        "specification": [traced.constraint for traced in ended.specification],
        "plan": ended.plan.splitlines(),
        "statements": [
            {
                "verdict": each.verdict,
                "mid_level_goal": each.mid_level_goal,
                "constraints": each.constraints,
                "adherence": each.adherence,
            }
            for each in ended.statements
        ],
    }
