from __future__ import annotations

import pytest

from plancritic.bus import BusSettings
from plancritic.client import PlancriticClient, ServicesMissing, make_feedback
from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.runs import submit
from plancritic.contracts.feedback import SearchSettings


@pytest.mark.parametrize("as_json", [False, True])
async def test_without_services_it_waits_says_so_on_standard_error_and_ends_with_exit_code_3(
    bus_settings: BusSettings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    as_json: bool,
) -> None:
    impatient = bus_settings.model_copy(update={"service_timeout": 0.5})
    monkeypatch.setattr(submit, "connected", lambda: PlancriticClient.connect(impatient))
    feedback = make_feedback("waterway", "1", ["Go."], SearchSettings())
    with pytest.raises(ServicesMissing, match="coordinator") as missing:
        await submit._submit(feedback, as_json, by_itself=False)
    assert ExitCode.of(missing.value.fault) is ExitCode.UNAVAILABLE
    shown = capsys.readouterr()
    assert "no ready copy of coordinator, translator, planner, validator, scorer answers yet" in shown.err
    assert "0.5 s" in shown.err
    assert (feedback.envelope.correlation_id in shown.out) is not as_json
