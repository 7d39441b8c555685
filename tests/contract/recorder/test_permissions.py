"""The user `client` of deploy/nats/users.conf may export; on a real broker with users."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.support.builders import feedback_submitted
from tests.support.recorded_events import events_of

from plancritic.bus import BusSettings, Client, provision
from plancritic.bus.permissions import users_configuration
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.subjects import FEEDBACK_SUBMITTED, SUBJECTS, Naming
from plancritic.local import Broker
from plancritic.recorder.exporting import export
from plancritic.recorder.recording import Selection

USERS = {user for row in SUBJECTS for user in (*row.publishers, *row.consumers)} | {"operator"}


def as_user(user: str, url: str) -> BusSettings:
    password = SecretStr(f"{user}-secret")
    return BusSettings(nats_url=url, nats_user=user, nats_password=password, nats_inbox_prefix=f"_INBOX_{user}")


async def test_a_client_exports_a_session_by_its_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for user in USERS:
        monkeypatch.setenv(f"PLANCRITIC_{user.upper()}_PASSWORD", f"{user}-secret")
    configuration = tmp_path / "guarded.conf"
    configuration.write_text(users_configuration(Naming()), encoding="utf-8")
    async with Broker(configuration=configuration, log_file=tmp_path / "nats.log") as broker:
        await provision(as_user("operator", broker.url))
        async with Client.connect(as_user("client", broker.url), "test") as client:
            for session in ("one", "two"):
                said = feedback_submitted("Go.", envelope=Envelope.start(session))
                await client.publish(said, FEEDBACK_SUBMITTED)
            await export(client, Selection(session="tw"), tmp_path / "a.jsonl")
            await export(client, Selection(), tmp_path / "b.jsonl")
    assert [event.session for event in events_of(tmp_path / "a.jsonl")] == ["two"]
    assert len(events_of(tmp_path / "b.jsonl")) == 2
    assert "Violation" not in (tmp_path / "nats.log").read_text(encoding="utf-8")
