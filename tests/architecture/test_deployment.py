"""What can be held against the table of subjects without a container engine: compose file, image, extras, README."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from plancritic.bus.credentials import issue
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.llm import LanguageModelSettings

CHECKOUT = Path(__file__).resolve().parents[2]
#: Clients have no row in the table.
CLIENTS = ("console", "gateway", "mcp")
SERVICES = (*DESCRIBE_SERVICE.consumers, *CLIENTS)
#: Entries of the profile `observability`, and the users that their images have.
OBSERVABILITY = {"prometheus": "65534:65534", "grafana": "472:0"}
BROKERS = ("nats", "nats-2", "nats-3")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
    return loaded


def test_every_service_of_the_table_has_a_compose_entry_and_no_other_has_one(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) - {"nats", "provision", "credentials", *OBSERVABILITY} == set(SERVICES)
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
        assert name == "credentials" or entry["user"] == OBSERVABILITY.get(name, "10001:10001"), name
        assert not entry.get("privileged") and not entry.get("devices"), name
    assert compose["services"]["credentials"]["network_mode"] == "none"


def test_each_container_gets_the_seed_of_its_own_user_alone(compose: dict[str, Any], tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"]).files
    users = {service: service for service in SERVICES} | {"provision": "operator"} | dict.fromkeys(CLIENTS, "client")
    for name, entry in compose["services"].items():
        mounted = [each for each in entry.get("volumes", []) if "credentials" in str(each)]
        if name == "credentials":
            continue
        if name in OBSERVABILITY:
            assert not mounted
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


def test_every_service_has_a_folder_an_extra_and_a_place_on_the_map() -> None:
    extras = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    page = (CHECKOUT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for service in SERVICES:
        assert (CHECKOUT / "services/plancritic" / service / "__main__.py").is_file()
        assert service in extras
        assert f"(services/plancritic/{service})" in page


def test_the_image_copies_only_what_is_in_the_checkout() -> None:
    lines = (CHECKOUT / "deploy/images/Dockerfile").read_text(encoding="utf-8").splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY ") and "--from" not in line]
    for sources in copied:
        for source in sources:
            for service in SERVICES:
                assert (CHECKOUT / source.replace("${SERVICE}", service)).exists(), source


def test_every_image_and_the_environment_here_take_packages_by_hash_in_the_tested_versions() -> None:
    folder = CHECKOUT / "deploy/requirements"
    tested = dict(
        line.split("==")
        for line in (CHECKOUT / "deploy/constraints.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    tested = {canonicalize_name(name): version for name, version in tested.items()}
    for name in (*SERVICES, "dev", "build", "broker"):
        packages: dict[str, list[str]] = {}
        for line in (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            if found := re.fullmatch(r"(\S+)==(\S+) \\", line):
                hashes = packages.setdefault(canonicalize_name(found[1]), [])
                assert tested[canonicalize_name(found[1])] == found[2], f"{name}: run `make requirements`"
            else:
                assert re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line), line
                hashes.append(line)
        assert packages and all(packages.values())
        if name in SERVICES or name == "dev":
            assert needed_packages(name) <= packages.keys(), f"{name}: run `make requirements`"


def needed_packages(extra: str) -> set[str]:
    """What `plancritic[extra]` needs, by what the installed packages say of themselves; nothing is installed."""
    found: set[str] = set()
    pending = [Requirement(f"plancritic[{extra}]")]
    while pending:
        requirement = pending.pop()
        for each in map(Requirement, requires(requirement.name) or ()):
            wanted = {"extra": ""}, *({"extra": name} for name in requirement.extras)
            if each.marker is not None and not any(each.marker.evaluate(environment) for environment in wanted):
                continue
            key = str(each)
            if key not in found:
                found.add(key)
                pending.append(each)
    return {canonicalize_name(Requirement(each).name) for each in found} - {"plancritic"}


def test_images_install_nothing_without_a_hash() -> None:
    text = (CHECKOUT / "deploy/images/Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    installs = re.findall(r"pip install ([^&;]+)", text)
    assert len(installs) >= 4
    assert all("--require-hashes" in each or "--no-index" in each for each in installs)


def test_the_images_of_services_with_an_encoder_have_it() -> None:
    lines = (CHECKOUT / "deploy/images/Dockerfile").read_text(encoding="utf-8").splitlines()
    baked = {name for line in lines if (found := re.match(r"\s+([a-z_|]+)\) \\", line)) for name in found[1].split("|")}
    needing = {name for name in SERVICES if "tokenizers" in needed_packages(name)}
    assert needing <= baked


def test_what_watches_starts_only_when_asked_for_and_is_reached_from_this_machine_alone(
    compose: dict[str, Any],
) -> None:
    for name in OBSERVABILITY:
        entry = compose["services"][name]
        assert entry["profiles"] == ["observability"]
        assert all(port.startswith("127.0.0.1:") for port in entry["ports"])
        assert re.search(r":[\w.-]*\d[\w.-]*}$", entry["image"]), "an exact tag"
    others = [name for name, entry in compose["services"].items() if "profiles" in entry]
    assert set(others) == set(OBSERVABILITY)


@pytest.fixture(scope="module")
def three_brokers() -> dict[str, Any]:
    text = (CHECKOUT / "docker-compose.three-brokers.yml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def test_with_three_brokers_every_client_knows_all_and_streams_lie_on_all(
    compose: dict[str, Any], three_brokers: dict[str, Any]
) -> None:
    services = three_brokers["services"]
    assert set(services) - set(BROKERS[1:]) == set(compose["services"]) - set(OBSERVABILITY)
    urls = [f"nats://{broker}:4222" for broker in BROKERS]
    for name in (*SERVICES, "provision"):
        assert services[name]["environment"]["PLANCRITIC_NATS_URL"].split(",") == urls
    assert services["provision"]["environment"]["PLANCRITIC_REPLICAS"] == str(len(BROKERS))
    assert set(services["provision"]["depends_on"]) == set(BROKERS[1:])


def test_each_of_three_brokers_is_as_confined_as_one_and_has_a_volume_of_its_own(
    compose: dict[str, Any], three_brokers: dict[str, Any]
) -> None:
    services, alone = three_brokers["services"], compose["services"]["nats"]
    names = []
    for broker in BROKERS:
        assert services[broker]["command"][:2] == ["--config", "/etc/nats/cluster.conf"]
        names.append(services[broker]["command"][3])
        routes = services[broker]["environment"]
        assert [routes[f"ROUTE_{number}"].split("@")[1] for number in (1, 2, 3)] == [f"{each}:6222" for each in BROKERS]
        assert "./deploy/nats/cluster.conf:/etc/nats/cluster.conf:ro" in services[broker]["volumes"]
    assert len(set(names)) == len(BROKERS)
    for broker in BROKERS[1:]:
        entry = services[broker]
        for key in ("image", "user", "cap_drop", "security_opt", "read_only", "tmpfs", "pids_limit", "mem_limit"):
            assert entry[key] == alone[key], f"{broker}: {key}"
        assert entry["depends_on"] == alone["depends_on"]
        assert "ports" not in entry
        (own,) = [each for each in entry["volumes"] if str(each).endswith(":/data")]
        volume = own.split(":")[0]
        assert volume in three_brokers["volumes"]
        folder = f"/data-{broker[-1]}"
        # A new volume is root's until it is given to the broker.
        assert f"{volume}:{folder}" in services["credentials"]["volumes"]
        assert folder in services["credentials"]["command"][-1]


def test_variables_of_routes_are_those_that_the_configuration_takes(three_brokers: dict[str, Any]) -> None:
    configuration = (CHECKOUT / "deploy/nats/cluster.conf").read_text(encoding="utf-8")
    taken = set(re.findall(r"\$(\w+)", configuration))
    assert set(three_brokers["services"]["nats"]["environment"]) == taken
