from __future__ import annotations

import stat
from pathlib import Path

import pytest
from cryptography import x509

from plancritic.bus import BusSettings
from plancritic.bus.credentials import AccountLimits, issue, user_settings
from plancritic.bus.credentials.accounts import account_users
from plancritic.bus.permissions import permissions
from plancritic.contracts.errors import ContractError
from plancritic.contracts.subjects import RETRIED, SUBJECTS, Naming


def content(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def test_only_their_owner_may_read_the_files(tmp_path: Path) -> None:
    folder = tmp_path / "credentials"
    issue(folder, ["default"], hosts=["localhost"])
    assert {stat.S_IMODE(file.stat().st_mode) for file in content(folder)} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_same_call_again_changes_nothing(tmp_path: Path) -> None:
    issue(tmp_path, ["default", "acme"], hosts=["localhost", "127.0.0.1"])
    before = content(tmp_path)
    assert not issue(tmp_path, ["default", "acme"], hosts=["localhost", "127.0.0.1"]).changed
    assert not issue(tmp_path, ["acme"]).changed, "certificates stay without naming the hosts again"
    assert content(tmp_path) == before


def test_a_tenant_more_leaves_the_seeds_of_the_others(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"]).files
    before = files.seed("default", "client").read_bytes()
    written = issue(tmp_path, ["acme"])
    assert written.tenants == ("acme", "default")
    assert files.seed("default", "client").read_bytes() == before
    text = files.configuration.read_text()
    assert '"acme" {' in text and '"default" {' in text


def account(text: str, tenant: str) -> str:
    """The block of a tenant in the server's configuration."""
    return text.split(f'"{tenant}" {{')[1].split("    ]\n  }\n")[0]


def test_a_tenant_more_leaves_limits_and_namespaces_of_the_others_and_the_folder_of_the_server(tmp_path: Path) -> None:
    elsewhere, small = Path("/elsewhere"), AccountLimits(store_bytes=123_456_789)
    files = issue(tmp_path, ["default"], "own", small, hosts=["localhost"], server_folder=elsewhere).files
    before = account(files.configuration.read_text(), "default")
    assert "max_file: 123456789," in before and '"own.v1.default.' in before
    issue(tmp_path, ["acme"], limits=AccountLimits(store_bytes=987_654_321))
    text = files.configuration.read_text()
    assert account(text, "default") == before
    assert "max_file: 987654321," in account(text, "acme") and '"plancritic.v1.acme.' in account(text, "acme")
    assert 'cert_file: "/elsewhere/server.pem"' in text
    issue(tmp_path, ["default"], limits=AccountLimits(store_bytes=111_222_333))
    text = files.configuration.read_text()
    assert "max_file: 111222333," in account(text, "default") and '"own.v1.default.' in account(text, "default")
    assert "max_file: 987654321," in account(text, "acme")


def test_choices_that_nobody_can_read_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"]).files
    files.choices.write_text('{"tenants": 3}')
    before = content(tmp_path)
    with pytest.raises(ContractError, match="not a valid file of tenant choices"):
        issue(tmp_path, ["acme"])
    assert content(tmp_path) == before


def test_renewing_changes_the_seeds_of_the_named_tenant_alone(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default", "acme"]).files
    before = content(tmp_path)
    issue(tmp_path, ["acme"], renew=True)
    after = content(tmp_path)
    assert {file for file in before if after[file] != before[file]} == {
        files.configuration,
        *(files.seed("acme", user) for user in account_users()),
    }


def test_the_server_gets_no_seed(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"], hosts=["localhost"]).files
    seeds = [files.seed("default", user).read_bytes() for user in account_users()]
    on_server = b"".join(content(files.server).values())
    assert not [seed for seed in seeds if seed in on_server]
    assert not (files.server / "ca-key.pem").exists()


def test_other_hosts_get_another_certificate_from_the_same_authority(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"], hosts=["localhost"]).files
    authority = files.certificate_authority.read_bytes()
    issue(tmp_path, ["default"], hosts=["broker.example", "10.0.0.1"])
    assert files.certificate_authority.read_bytes() == authority
    certificate = x509.load_pem_x509_certificate((files.server / "server.pem").read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(name.value) for name in names] == ["broker.example", "10.0.0.1"]
    certificate.verify_directly_issued_by(x509.load_pem_x509_certificate(authority))


@pytest.mark.parametrize("name", ["", "../escape", "a.b", "$SYS", "x" * 65, 'a" {'])
def test_a_name_that_no_tenant_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ContractError, match="tenant"):
        issue(tmp_path / "credentials", [name])
    assert not (tmp_path / "credentials").exists()


def test_a_spoiled_seed_is_named(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"]).files
    files.seed("default", "scorer").write_text("spoiled")
    with pytest.raises(ContractError, match=r"scorer\.nkey"):
        issue(tmp_path, ["default"])


def test_limits_of_a_tenant_stand_in_its_account(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"], limits=AccountLimits(store_bytes=12_345, streams=7)).files
    text = files.configuration.read_text()
    assert "max_file: 12345" in text and "max_streams: 7" in text


def test_settings_of_a_user_hold_nothing_of_another_way_to_sign_in(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"]).files
    before = BusSettings(nats_user="somebody", nats_password="secret")
    settings = user_settings(before, files, "planner")
    assert (settings.nats_user, settings.password, settings.nats_tls_ca) == (None, None, None)
    assert settings.nats_nkey_seed_file == files.seed("default", "planner")
    assert "secret" not in str(settings.environment())


def test_no_service_but_the_operator_may_touch_streams_or_consumers() -> None:
    for user in account_users():
        if user == "operator":
            continue
        allowed = permissions(Naming(), user).publish
        for verb in ("STREAM.CREATE", "STREAM.UPDATE", "STREAM.DELETE", "CONSUMER.DELETE", "CONSUMER.DURABLE"):
            assert not [one for one in allowed if verb in one], (user, verb)
        events = {Naming().subscribe(row) for row in SUBJECTS if user in row.publishers}
        if user == "dead_letters":
            events |= {Naming().subscribe(row) for row in RETRIED}
        published = {one for one in allowed if ".event." in one and not one.startswith("$")}
        assert published <= events
