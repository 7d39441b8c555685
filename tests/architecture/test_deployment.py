"""What can be held against the table of subjects without a container engine: compose file, image, extras, README."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from plancritic.bus.credentials import issue
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.llm import LanguageModelSettings

CHECKOUT = Path(__file__).resolve().parents[2]
SERVICES = DESCRIBE_SERVICE.consumers


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
    return loaded


def test_every_service_of_the_table_has_a_compose_entry_and_no_other_has_one(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) - {"nats", "provision", "credentials"} == set(SERVICES)
    for service in SERVICES:
        entry = compose["services"][service]
        assert entry["build"]["args"]["SERVICE"] == service
        assert (CHECKOUT / entry["build"]["dockerfile"]).is_file()
        assert entry["environment"]["PLANCRITIC_NATS_URL"] == "nats://nats:4222"
        assert entry["depends_on"]["provision"]["condition"] == "service_completed_successfully"


@pytest.mark.parametrize("service", ["translator", "schema_library", "refiner"])
def test_who_asks_language_models_gets_in_a_container_every_setting_of_them_that_the_host_has(
    compose: dict[str, Any], service: str
) -> None:
    named = {str(field.validation_alias) for field in LanguageModelSettings.model_fields.values()}
    # A recording is a file of the host, which the container does not see.
    passed = compose["services"][service]["environment"]
    assert {name for name in passed if passed[name] == f"${{{name}:-}}"} == named - {"PLANCRITIC_LLM_RECORD"}


def test_what_the_compose_file_mounts_is_there(compose: dict[str, Any]) -> None:
    for entry in compose["services"].values():
        for volume in entry.get("volumes", []):
            source = volume["source"] if isinstance(volume, dict) else volume.split(":")[0]
            if source.startswith("."):
                assert (CHECKOUT / source).exists(), source
            else:
                assert source in compose["volumes"]


def test_no_container_has_rights_or_room_that_it_does_not_need(compose: dict[str, Any]) -> None:
    for name, entry in compose["services"].items():
        assert entry["cap_drop"] == ["ALL"], name
        assert entry["read_only"] is True, name
        assert entry["security_opt"] == ["no-new-privileges:true"], name
        assert entry["pids_limit"] <= 512, name
        assert entry["mem_limit"], name
        assert name == "credentials" or entry["user"] == "10001:10001", name
        assert not entry.get("privileged") and not entry.get("devices"), name
    assert compose["services"]["credentials"]["network_mode"] == "none"


def test_each_container_gets_the_seed_of_its_own_user_alone(compose: dict[str, Any], tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"]).files
    users = {service: service for service in SERVICES} | {"provision": "operator"}
    for name, entry in compose["services"].items():
        mounted = [each for each in entry.get("volumes", []) if "credentials" in str(each)]
        if name == "credentials":
            continue
        (volume,) = mounted
        folder = tmp_path / volume["volume"]["subpath"]
        assert volume["read_only"] is True
        if name == "nats":
            assert folder == files.server
            continue
        user = users[name]
        assert folder == files.seed("default", user).parent
        assert [each.name for each in folder.iterdir()] == [f"{user}.nkey"]
        assert entry["environment"]["PLANCRITIC_NATS_NKEY_SEED_FILE"] == f"{volume['target']}/{user}.nkey"
        assert entry["environment"]["PLANCRITIC_NATS_INBOX_PREFIX"] == f"_INBOX_{user}"


def test_every_service_has_a_folder_an_extra_and_a_line_in_the_readme() -> None:
    extras = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    for service in SERVICES:
        assert (CHECKOUT / "services/plancritic" / service / "__main__.py").is_file()
        assert service in extras
        assert f"(services/plancritic/{service})" in readme


def test_the_image_copies_only_what_is_in_the_checkout() -> None:
    lines = (CHECKOUT / "deploy/images/Dockerfile").read_text(encoding="utf-8").splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY ") and "--from" not in line]
    for sources in copied:
        for source in sources:
            for service in SERVICES:
                assert (CHECKOUT / source.replace("${SERVICE}", service)).exists(), source
