"""The shipped recordings replayed on the services of today; and a planted change of behaviour, which must be told."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.program import CHECKOUT, PROGRAM, Run, program_environment
from tests.support.recorded_events import SHIPPED, events_of, write_recording

from plancritic.bus import Client
from plancritic.client import PlancriticClient
from plancritic.local import LocalStack
from plancritic.recorder.outcomes import Result
from plancritic.recorder.pace import Pace
from plancritic.recorder.recording import RecordedEvent
from plancritic.recorder.replaying import Replay
from plancritic.recorder.sources import read_file

#: Whole recordings on services of their own.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def replay(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - the whole program, under a limit
        [PROGRAM, "replay", *arguments],
        cwd=folder,
        env={**program_environment(), "COLUMNS": "160", **environment},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize("domain", SHIPPED)
async def test_every_outcome_of_a_recording_is_the_same(system: LocalStack, domain: str) -> None:
    source = read_file(SHIPPED[domain])
    assert source.history.left_out == ()
    async with Client.connect(system.settings, "replay") as bus:
        rows = await Replay(PlancriticClient(bus), source.history, Pace(), 2).run()
    different = {" ".join(row.input.said): row.comparison.word for row in rows if row.comparison.word != "same"}
    assert different == {}
    assert len(rows) == len(source.history.inputs) >= 10


def test_the_command_replays_a_file_and_tells_that_all_is_the_same(tmp_path: Path) -> None:
    events = [each for each in events_of(SHIPPED["satellite"]) if each.session == "star-0"]
    file = write_recording(tmp_path / "star.jsonl.zst", events)
    ended = replay(tmp_path, file.name, "--json")
    assert ended.returncode == 0, ended.stderr + ended.stdout
    told = json.loads(ended.stdout)
    assert told["counts"] == {"same": 4, "better": 0, "worse": 0, "failed": 0}
    assert [row["kind"] for row in told["rows"]] == ["feedback", "feedback", "undo", "feedback"]
    assert [row["recorded"] for row in told["rows"]] == [row["replayed"] for row in told["rows"]]


def _longer_way(folder: Path) -> Path:
    """A folder of domains with a waterway in which the way around waypoint A is longer."""
    domains = folder / "domains"
    shutil.copytree(CHECKOUT / "domains/waterway", domains / "waterway")
    problem = domains / "waterway/problems/1.pddl"
    ways = re.sub(r"(distance wpt_b_0 wpt_end\)|distance wpt_end wpt_b_0\)) 10", r"\1 40", problem.read_text())
    assert ways != problem.read_text()
    problem.write_text(ways)
    return domains


def test_a_longer_way_in_the_domain_makes_plans_worse_and_is_told_with_the_bundle(tmp_path: Path) -> None:
    domains = _longer_way(tmp_path)
    events = [each for each in events_of(SHIPPED["waterway"]) if each.session == "clear-of-a"]
    file = write_recording(tmp_path / "clear.jsonl", events)
    ended = replay(tmp_path, file.name, PLANCRITIC_DOMAINS=str(domains))
    assert ended.returncode == 1, ended.stderr + ended.stdout
    then = read_file(file).history.versions[0].bundle
    assert f"changed: waterway: bundle {then[:12]} -> " in ended.stdout
    line = next(each for each in ended.stdout.splitlines() if "No vessel may go through waypoint A." in each)
    assert "worse" in line
    assert re.search(r"end [\d.]+ -> [\d.]+", ended.stdout)
    assert "0 failed" in ended.stdout


async def test_an_outcome_that_was_better_when_it_was_recorded_is_told_as_worse(
    system: LocalStack, tmp_path: Path
) -> None:
    events = [each for each in events_of(SHIPPED["satellite"]) if each.session == "not-phenomenon-4"]
    source = read_file(write_recording(tmp_path / "a.jsonl", map(_better, events)))
    async with Client.connect(system.settings, "replay") as bus:
        # In sessions of their own: the recording as it is may have been replayed here already.
        for each in source.history.inputs:
            _in_session(each, "altered")
        impossible, shorter = await Replay(PlancriticClient(bus), source.history, Pace(), 2).run()
    assert isinstance(shorter.outcome, Result)
    assert (impossible.comparison.word, impossible.comparison.reasons) == (
        "worse",
        ("statement s1: adhered -> impossible",),
    )
    steps, end = len(shorter.outcome.plan), f"{shorter.outcome.end:g}"
    assert shorter.comparison.word == "worse"
    first, second = shorter.comparison.reasons
    assert first == f"plan {steps - 1} -> {steps} steps"
    assert second.endswith(f" -> {end}")


def _better(event: RecordedEvent) -> RecordedEvent:
    """The recorded end of a run, as if it had been better."""
    if not event.row.endswith(".event.plan.revised"):
        return event
    content: dict[str, Any] = event.content()
    if content["statements"][0]["verdict"] == "impossible":
        content["statements"][0]["verdict"] = "adhered"
    else:
        content["steps"] = content["steps"][:-1]
    return replace(event, payload=json.dumps(content).encode())


def _in_session(each: Any, session: str) -> None:
    envelope = each.feedback.envelope.model_copy(update={"session_id": session, "correlation_id": f"{each.run[:20]}-a"})
    each.feedback = each.feedback.model_copy(update={"envelope": envelope})


def test_the_current_broker_s_bundles_are_replayed_also_where_it_has_users(
    plancritic: Run, stack_folder: Path, tmp_path: Path
) -> None:
    told = plancritic("submit", "--domain", "waterway", "--seed", "7", "No vessel may go through waypoint A.")
    assert told.returncode == 0, told.stderr
    assert (stack_folder / ".plancritic/credentials/tenants").is_dir(), "`plancritic up` has users"
    current = ("replay", "--from-seq", "1", "--against", "current", "--json")
    same = plancritic(*current)
    assert same.returncode == 0, same.stderr + same.stdout
    assert json.loads(same.stdout)["counts"] == {"same": 1, "better": 0, "worse": 0, "failed": 0}

    published = plancritic("domain", "publish", "waterway", PLANCRITIC_DOMAINS=str(_longer_way(tmp_path)))
    assert published.returncode == 0, published.stderr
    worse = plancritic(*current)
    assert worse.returncode == 1, worse.stderr + worse.stdout
    assert json.loads(worse.stdout)["counts"]["worse"] == 1
    assert plancritic("replay", "--from-seq", "1", "--json").returncode == 0, "the folder of domains is as it was"
