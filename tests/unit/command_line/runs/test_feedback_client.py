from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from rich.console import Console
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Service, Work
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.runs import feedback_client as following
from plancritic.command_line.runs.feedback_client import chosen_evidence, follow, make_feedback, require_services
from plancritic.command_line.runs.progress import RunProgress
from plancritic.contracts import subjects
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, SearchSettings
from plancritic.contracts.service import ReportRun, RunReport, RunState


def test_statements_get_ids_in_the_order_they_were_said() -> None:
    feedback = make_feedback("waterway", "1", ["First.", " Second. "], SearchSettings())
    assert [(said.id, said.text) for said in feedback.statements] == [("s1", "First."), ("s2", "Second.")]


def test_evidence_is_named_by_commas() -> None:
    assert chosen_evidence(None) is None
    assert chosen_evidence("check, scorer") == ("scorer", "check")


@pytest.mark.parametrize(("text", "words"), [("scorer,luck", "'luck'"), (",", "has to count")])
def test_evidence_that_cannot_count_is_bad_input_with_what_could(text: str, words: str) -> None:
    with pytest.raises(CommandFault, match=words) as refused:
        chosen_evidence(text)
    assert refused.value.exit_code is ExitCode.BAD_INPUT
    assert "scorer,check" in str(refused.value.fault.remedy)


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ([], FaultCode.EMPTY_FEEDBACK),
        (["", "  "], FaultCode.EMPTY_FEEDBACK),
        (["Go.", ""], FaultCode.EMPTY_FEEDBACK),
        (["a" * 2_000_000], FaultCode.PAYLOAD_TOO_LARGE),
        (["a"] * 51, FaultCode.PAYLOAD_TOO_LARGE),
    ],
)
def test_nothing_and_too_much_are_refused_before_anything_is_sent(texts: list[str], code: FaultCode) -> None:
    with pytest.raises(CommandFault) as refused:
        make_feedback("waterway", "1", texts, SearchSettings())
    assert refused.value.fault.code == code
    assert refused.value.fault.remedy
    assert refused.value.exit_code == ExitCode.BAD_INPUT


def test_a_session_that_cannot_be_a_subject_is_refused() -> None:
    with pytest.raises(CommandFault) as refused:
        make_feedback("waterway", "1", ["Go."], SearchSettings(), session="a.*")
    assert refused.value.exit_code == ExitCode.BAD_INPUT


#: A run as long as this has long passed its deadline, and the time after which silence ends the waiting.
RUN_SECONDS = 1.5


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_GRACE_SECONDS", 0.2)
    monkeypatch.setattr(following, "_SILENCE_SECONDS", 0.6)
    monkeypatch.setattr(following, "_LOOK_SECONDS", 0.1)
    monkeypatch.setattr(following, "require_services", partial(require_services, needed=("coordinator",)))


@asynccontextmanager
async def coordinating(settings: BusSettings, state: str | None, ends: bool = True) -> AsyncIterator[None]:
    """A coordinator that takes its time for a run, and says that it is in this state (None: knows of no run)."""
    service = Service("coordinator", settings)

    @service.work(subjects.FEEDBACK_SUBMITTED)
    async def carry(submitted: FeedbackSubmitted, work: Work) -> None:
        if ends:
            await asyncio.sleep(RUN_SECONDS)
            fault = Fault(code=FaultCode.NO_BASE_PLAN, message="the end")
            refused = FeedbackRefused(envelope=submitted.envelope.caused("end"), fault=fault)
            await work.client.publish(refused, subjects.FEEDBACK_REFUSED)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        if state is None or ask.run is None:
            return RunReport(runs=())
        fields = {"run": ask.run, "session": "s", "domain": "d", "state": state, "generation": 0, "started": "now"}
        return RunReport(runs=(RunState.model_validate(fields),))

    async with running(service):
        yield


async def followed(client: Client, seed: int | None) -> object:
    feedback = make_feedback("waterway", "1", ["Go."], SearchSettings(seed=seed, deadline_seconds=0.1))
    with RunProgress(Console(file=io.StringIO())) as progress:
        return await follow(client, feedback, progress)


@pytest.mark.parametrize("state", ["running", None])
async def test_a_run_with_a_seed_is_followed_for_as_long_as_it_lives(
    bus_settings: BusSettings, client: Client, state: str | None
) -> None:
    async with coordinating(bus_settings, state):
        assert isinstance(await followed(client, seed=1), FeedbackRefused)


async def test_a_run_without_a_seed_is_given_up_after_its_deadline(bus_settings: BusSettings, client: Client) -> None:
    async with coordinating(bus_settings, "running"):
        with pytest.raises(CommandFault, match=r"did not end within 0\.3 s") as given_up:
            await followed(client, seed=None)
    assert given_up.value.exit_code == ExitCode.UNAVAILABLE


@pytest.mark.parametrize(("state", "reason"), [("ended", "it as ended"), ("refused", "it as refused")])
async def test_a_run_that_is_over_but_told_no_end_is_given_up(
    bus_settings: BusSettings, client: Client, state: str, reason: str
) -> None:
    async with coordinating(bus_settings, state, ends=False):
        with pytest.raises(CommandFault, match=f"sent no event for 0.6 s: the coordinator reports {reason}"):
            await followed(client, seed=1)


async def test_a_run_with_a_seed_is_given_up_when_its_services_are_gone(client: Client) -> None:
    with pytest.raises(CommandFault, match=r"sent no event.*no ready copy of coordinator") as given_up:
        await followed(client, seed=1)
    assert given_up.value.exit_code == ExitCode.UNAVAILABLE


async def test_missing_services_are_named_without_the_brokers_password(client: Client) -> None:
    client.settings = client.settings.model_copy(update={"nats_url": "nats://me:secret@broker:4222"})
    with pytest.raises(CommandFault, match="planner, scorer answers on nats://broker:4222"):
        await require_services(client, ("planner", "scorer"))


def test_statements_are_musts_unless_they_are_said_to_be_wishes() -> None:
    said = make_feedback("waterway", "1", ["First.", "Second."], SearchSettings(), strengths=["must", "nice"])
    assert [(each.id, each.strength) for each in said.statements] == [("s1", "must"), ("s2", "nice")]
    plain = make_feedback("waterway", "1", ["First."], SearchSettings())
    assert [each.strength for each in plain.statements] == ["must"]
