"""Runs and sessions are found by the beginning of an id, from the coordinator to the command line."""

from __future__ import annotations

import pytest
from tests.contract.coordinator.test_revisions import SAID, end_turn
from tests.support.builders import envelope, feedback_submitted
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.client import AmbiguousIdentifier, PlancriticClient, UnknownIdentifier
from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.runs import status, watch
from plancritic.coordinator.app import build_app
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.settings import CoordinatorSettings

RUNS = {"alpha-1": "morning", "alpha-2": "morning-2", "beta": "evening"}


@pytest.fixture
async def known(client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (status, watch):
        monkeypatch.setattr(module, "connected", lambda: PlancriticClient.connect(bus_settings))
    for run, session in RUNS.items():
        await end_turn(client, feedback_submitted(SAID, envelope=envelope(session, run)))
    # Another tenant's session is no candidate.
    async with Client.connect(bus_settings.model_copy(update={"tenant": "acme"})) as other:
        await end_turn(other, feedback_submitted(SAID, envelope=envelope("evening-shift", "gamma")))


async def test_a_beginning_finds_the_one_run_or_session_that_has_it(
    known: None, client: Client, bus_settings: BusSettings
) -> None:
    async with running(build_app(CoordinatorSettings(), bus_settings)):
        assert (await PlancriticClient(client).find_run("be")).run == "beta"
        assert (await status._result_of("alpha-1")).envelope.correlation_id == "alpha-1"
        assert (await status._result_of("b")).envelope.correlation_id == "beta"
        for named, session in (("morning", "morning"), ("morning-", "morning-2"), ("eve", "evening")):
            assert (await PlancriticClient(client).head(named)).session == session
        assert await PlancriticClient(client).find_session("morning") == "morning"
        assert await watch._session(PlancriticClient(client), "morning-") == "morning-2"


async def test_a_beginning_of_several_or_of_none_lists_candidates(
    known: None, client: Client, bus_settings: BusSettings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(build_app(CoordinatorSettings(), bus_settings)):
        with pytest.raises(AmbiguousIdentifier) as several:
            await status._result_of("alpha")
        assert ExitCode.of(several.value.fault) is ExitCode.BAD_INPUT
        assert "alpha-1" in str(several.value.fault.remedy) and "alpha-2" in str(several.value.fault.remedy)
        with pytest.raises(UnknownIdentifier) as none:
            await status._result_of("zeta")
        assert ExitCode.of(none.value.fault) is ExitCode.BAD_INPUT
        assert "beta" in str(none.value.fault.remedy)
        with pytest.raises(Exception, match="2 sessions begin with it") as sessions:
            await PlancriticClient(client).head("mor")
        remedy = str(sessions.value.fault.remedy)  # type: ignore[attr-defined]
        assert "morning" in remedy and "morning-2" in remedy and "acme" not in remedy
        with pytest.raises(AmbiguousIdentifier, match="2 sessions begin with it"):
            await watch._session(PlancriticClient(client), "mor")
        assert await watch._session(PlancriticClient(client), "tonight") == "tonight"
    assert "waiting for a session of exactly this name" in capsys.readouterr().err


async def test_a_new_session_whose_name_begins_another_s_is_its_first_turn(known: None, client: Client) -> None:
    named = feedback_submitted(SAID, envelope=envelope("even", "delta"))
    assert await Sessions(client).head(named.envelope.session_id) is None
    # Two sessions begin so: that is no trouble for a third.
    assert await Sessions(client).head("mor") is None


@pytest.mark.parametrize(
    "arguments", [["status", "--plan", "a b"], ["session", "undo", "a b"], ["watch", "--run", "a.b"]]
)
def test_what_cannot_be_an_id_is_bad_input_without_a_broker(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    from plancritic.command_line.root import run_program

    assert run_program([*arguments, "--json"]) == 2
    assert '"invalid_message"' in capsys.readouterr().out
