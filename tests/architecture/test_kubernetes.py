"""What can be held against the code without a cluster: the files of deploy/kubernetes."""

from __future__ import annotations

import base64
import importlib
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic_settings import BaseSettings

from plancritic.bus import BusSettings
from plancritic.bus.credentials import issue
from plancritic.bus.streams import durables
from plancritic.contracts.subjects import DESCRIBE_SERVICE
from plancritic.llm import LanguageModelSettings

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = CHECKOUT / "deploy/kubernetes"
BASE = FOLDER / "base"
OVERLAY = FOLDER / "overlays/three-brokers"
#: The last three are clients; they have no row in the table of subjects.
SERVICES = (*DESCRIBE_SERVICE.consumers, "console", "gateway", "mcp")
SCALED = tuple(each for each in DESCRIBE_SERVICE.consumers if each != "dead_letters")
#: Whose image has no process of its own: it runs on a schedule, or once.
WITHOUT_PROCESS = {"recorder": "CronJob"}
#: Which user of the broker signs in, where its name is not the service's.
USERS = {**dict.fromkeys(("console", "gateway", "mcp", "recorder"), "client"), "provision": "operator"}
USER_ID = 10001
#: Of Kubernetes itself and of Go.
OTHER_VARIABLES = {"POD_NAME", "GOMEMLIMIT", "ROUTE_PASSWORD", "ROUTE_1", "ROUTE_2", "ROUTE_3"}

Document = dict[str, Any]


def kubernetes_name(service: str) -> str:
    return service.replace("_", "-")


def documents(folder: Path) -> list[Document]:
    """All resources of a folder; not what only Kustomize reads."""
    files = [file for file in sorted(folder.glob("*.yaml")) if file.name != "kustomization.yaml"]
    return [each for file in files for each in yaml.safe_load_all(file.read_text(encoding="utf-8"))]


def kustomization(folder: Path) -> Document:
    loaded: Document = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    return loaded


ALL = documents(BASE)


def of_kind(kind: str) -> dict[str, Document]:
    return {each["metadata"]["name"]: each for each in ALL if each["kind"] == kind}


def pod(document: Document) -> Document:
    """The pod that a resource makes."""
    spec = document["spec"]
    if document["kind"] == "CronJob":
        spec = spec["jobTemplate"]["spec"]
    made: Document = spec["template"]["spec"]
    return made


PODS = {
    each["metadata"]["name"]: each for each in ALL if each["kind"] in {"Deployment", "StatefulSet", "Job", "CronJob"}
}


def kustomized(folder: Path) -> str:
    """What is applied; skips the test where Kustomize is missing."""
    if shutil.which("kubectl") is None:
        pytest.skip("kubectl, which has Kustomize, is not installed")
    return subprocess.check_output(["kubectl", "kustomize", str(folder)], text=True, timeout=60)


def containers(made: Document) -> list[Document]:
    return [*made.get("initContainers", []), *made["containers"]]


def environment(container: Document) -> dict[str, Any]:
    return {each["name"]: each.get("value") for each in container.get("env", [])}


def shared_settings() -> dict[str, str]:
    lines = (BASE / "settings.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


def images_of_the_checkout() -> set[str]:
    """The services that have a list of packages for an image (`deploy/images/Dockerfile`)."""
    listed = {file.stem for file in (CHECKOUT / "deploy/requirements").glob("*.txt")}
    return listed - {"dev", "build", "broker"}


def settings_classes(service: str) -> Iterator[type[BaseSettings]]:
    """The classes of settings of a service, and of the libraries that every service may use."""
    libraries = list((CHECKOUT / "libs/plancritic").rglob("settings.py"))
    own = list((CHECKOUT / "services/plancritic" / service).rglob("settings.py"))
    for file in libraries + own:
        root = next(each for each in (CHECKOUT / "libs", CHECKOUT / "services") if file.is_relative_to(each))
        module = importlib.import_module(".".join(file.relative_to(root).with_suffix("").parts))
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, BaseSettings) and value is not BaseSettings:
                yield value


def variables(service: str) -> set[str]:
    """The environment variables that a service reads."""
    found: set[str] = set()
    for settings in settings_classes(service):
        prefix = str(settings.model_config.get("env_prefix", ""))
        for name, field in settings.model_fields.items():
            alias = field.validation_alias
            aliases = getattr(alias, "choices", [alias] if alias else [f"{prefix}{name.upper()}"])
            found |= {str(each) for each in aliases}
    return found


def test_every_image_of_the_checkout_runs_in_the_cluster_and_nothing_else_of_ours_does() -> None:
    deployments = set(of_kind("Deployment"))
    assert deployments == {kubernetes_name(each) for each in SERVICES}
    assert images_of_the_checkout() == {*SERVICES, *WITHOUT_PROCESS}
    for name, kind in WITHOUT_PROCESS.items():
        assert name in of_kind(kind)
        assert not (CHECKOUT / "services/plancritic" / name / "__main__.py").exists()


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_has_its_policies_and_runs_its_own_image(service: str) -> None:
    name = kubernetes_name(service)
    deployment = of_kind("Deployment")[name]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert labels["plancritic/service"] == service
    assert labels["app.kubernetes.io/part-of"] == "plancritic"
    selector = {"matchLabels": {"app.kubernetes.io/name": name}}
    assert deployment["spec"]["selector"] == selector
    assert labels["app.kubernetes.io/name"] == name
    assert of_kind("PodDisruptionBudget")[name]["spec"] == {"maxUnavailable": 1, "selector": selector}
    policy = of_kind("NetworkPolicy")[name]["spec"]
    assert policy["podSelector"] == selector
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert policy["egress"] == [
        {"to": [{"podSelector": {"matchLabels": {"app.kubernetes.io/name": "nats"}}}], "ports": [{"port": 4222}]}
    ]
    (container,) = pod(deployment)["containers"]
    assert container["image"] == f"plancritic/{name}"


def test_nobody_talks_to_anybody_unless_a_policy_allows_it() -> None:
    denied = of_kind("NetworkPolicy")["default-deny"]["spec"]
    assert denied == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    named = {
        each["spec"]["podSelector"].get("matchLabels", {}).get("app.kubernetes.io/name")
        for each in of_kind("NetworkPolicy").values()
    }
    assert set(PODS) <= named


@pytest.mark.parametrize("name", PODS)
def test_no_pod_has_rights_or_room_that_it_does_not_need(name: str) -> None:
    made = pod(PODS[name])
    assert made["automountServiceAccountToken"] is False
    # Else a Service `plancritic-console` would set PLANCRITIC_CONSOLE_PORT to an address.
    assert made["enableServiceLinks"] is False
    security = made["securityContext"]
    assert security["runAsNonRoot"] is True
    assert security["runAsUser"] == security["runAsGroup"] == security["fsGroup"] == USER_ID
    assert security["seccompProfile"] == {"type": "RuntimeDefault"}
    volumes = {each["name"] for each in made["volumes"]}
    if PODS[name]["kind"] == "StatefulSet":
        volumes |= {each["metadata"]["name"] for each in PODS[name]["spec"]["volumeClaimTemplates"]}
    for container in containers(made):
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert set(container["resources"]["requests"]) == set(container["resources"]["limits"]) == {"cpu", "memory"}
        assert {each["name"] for each in container["volumeMounts"]} <= volumes
    for volume in made["volumes"]:
        assert "hostPath" not in volume
        assert "emptyDir" not in volume or volume["emptyDir"]["sizeLimit"]


@pytest.mark.parametrize("service", SERVICES)
def test_probes_ask_what_services_answer_and_jobs_may_end(service: str) -> None:
    from plancritic.bus.observability.health import routes

    answered = {path for path, _ in routes(_never, _registry())}
    made = pod(of_kind("Deployment")[kubernetes_name(service)])
    (container,) = made["containers"]
    asked = {probe: container[probe]["httpGet"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
    assert {each["path"] for each in asked.values()} <= answered
    assert asked["readinessProbe"]["path"] == "/health/ready"
    assert asked["livenessProbe"]["path"] == "/health/live"
    (port,) = container["ports"]
    assert {each["port"] for each in asked.values()} == {port["name"]}
    served = environment(container).get(f"PLANCRITIC_{service.upper()}_PORT", shared_settings()["PLANCRITIC_HTTP_PORT"])
    assert port["containerPort"] == int(served)
    grace = float(shared_settings()["PLANCRITIC_GRACE"])
    assert grace == BusSettings.model_fields["grace"].default
    assert made["terminationGracePeriodSeconds"] >= grace + 5


async def _never() -> bool:
    return False


def _registry() -> Any:
    from prometheus_client import CollectorRegistry

    return CollectorRegistry()


@pytest.mark.parametrize("name", [each for each in PODS if each != "nats"])
def test_every_variable_is_one_that_the_service_reads(name: str) -> None:
    service = name.replace("-", "_")
    # Of commands: they read what libraries read.
    known = variables(service if service in SERVICES else "recorder")
    for container in containers(pod(PODS[name])):
        assert set(environment(container)) <= known
    assert set(shared_settings()) <= known


def test_a_variable_that_nobody_reads_would_be_found() -> None:
    assert "PLANCRITIC_PLANNER_CONCURRENCY" in variables("planner")
    assert "PLANCRITIC_SCORER_THREADS" not in variables("planner")
    assert {"OPENAI_API_KEY", "PLANCRITIC_CACHE", "PLANCRITIC_REPLICAS"} <= variables("translator")


@pytest.mark.parametrize("name", [each for each in PODS if each != "nats"])
def test_each_pod_signs_in_as_its_own_user_with_a_secret_that_the_script_writes(name: str) -> None:
    user = USERS.get(name, name.replace("-", "_"))
    made = pod(PODS[name])
    container = made["containers"][-1]
    assert environment(container)["PLANCRITIC_NATS_NKEY_SEED_FILE"] == f"/run/plancritic/{user}.nkey"
    assert environment(container)["PLANCRITIC_NATS_INBOX_PREFIX"] == f"_INBOX_{user}"
    (seed,) = [each for each in made["volumes"] if each["name"] == "seed"]
    assert seed["secret"]["secretName"] == f"nats-user-{kubernetes_name(user)}"
    mounted = {each["mountPath"] for each in container["volumeMounts"] if each["name"] == "seed" and each["readOnly"]}
    assert mounted == {"/run/plancritic"}


def test_the_script_writes_every_secret_that_is_named_and_the_same_each_time(tmp_path: Path) -> None:
    files = issue(tmp_path, ["default"]).files
    command = [sys.executable, str(FOLDER / "write_secrets.py"), str(tmp_path)]

    def written() -> str:
        return subprocess.check_output(command, text=True)

    text = written()
    assert written() == text
    made = {each["metadata"]["name"]: each["data"] for each in yaml.safe_load_all(text)}
    for name, keys in _secrets_named().items():
        assert keys <= set(made[name]), name
    assert set(made) == set(_secrets_named())
    assert base64.b64decode(made["nats-user-planner"]["planner.nkey"]) == files.seed("default", "planner").read_bytes()
    assert "security.conf" in made["nats-server"]
    seeds = [file.read_bytes() for file in tmp_path.rglob("*.nkey")]
    assert not any(seed in base64.b64decode(value) for value in made["nats-server"].values() for seed in seeds)
    assert len(base64.b64decode(made["console"]["secret"])) >= 32


def _secrets_named() -> dict[str, set[str]]:
    """Secrets that pods need, and keys of them. A Secret that may be missing is not among them."""
    found: dict[str, set[str]] = {}
    overlay = [each for each in documents(OVERLAY) if each["kind"] == "StatefulSet"]
    for document in [*PODS.values(), *overlay]:
        made = pod(document)
        for volume in made.get("volumes", []):
            if "secret" in volume:
                items = {item["key"] for item in volume["secret"].get("items", [])}
                found.setdefault(volume["secret"]["secretName"], set()).update(items)
        for variable in (variable for container in containers(made) for variable in container.get("env", [])):
            if reference := variable.get("valueFrom", {}).get("secretKeyRef"):
                found.setdefault(reference["name"], set()).add(reference["key"])
    return found


@pytest.mark.parametrize("service", SCALED)
def test_a_service_scales_by_every_consumer_that_provisioning_makes_for_it(service: str) -> None:
    scaled = of_kind("ScaledObject")[kubernetes_name(service)]["spec"]
    assert scaled["scaleTargetRef"] == {"name": kubernetes_name(service)}
    assert 1 <= scaled["minReplicaCount"] < scaled["maxReplicaCount"]
    # Else `kubectl apply` would undo what KEDA does.
    assert "replicas" not in of_kind("Deployment")[kubernetes_name(service)]["spec"]
    settings = BusSettings(namespace="plancritic", tenant="default")
    prefix = f"default-{service}-"
    made = {
        (each.stream, str(each.config.name)) for each in durables(settings) if str(each.config.name).startswith(prefix)
    }
    named = set()
    for trigger in scaled["triggers"]:
        assert set(trigger) == {"type", "metadata"}
        assert trigger["type"] == "nats-jetstream"
        assert all(isinstance(value, str) for value in trigger["metadata"].values())
        assert trigger["metadata"]["account"] == settings.tenant
        assert int(trigger["metadata"]["lagThreshold"]) >= 1
        host, port = trigger["metadata"]["natsServerMonitoringEndpoint"].split(":")
        assert host == f"nats.{kustomization(BASE)['namespace']}.svc.cluster.local"
        assert int(port) in {each["port"] for each in of_kind("Service")["nats"]["spec"]["ports"]}
        named.add((trigger["metadata"]["stream"], trigger["metadata"]["consumer"]))
    assert named == made


def test_what_is_not_scaled_has_no_durable_consumer() -> None:
    consumers = [str(each.config.name) for each in durables(BusSettings(tenant="default"))]
    unscaled = set(SERVICES) - set(SCALED)
    assert set(of_kind("ScaledObject")) == {kubernetes_name(each) for each in SCALED}
    assert not [each for each in consumers if each.split("-")[1] in unscaled]


def test_every_image_has_an_exact_tag() -> None:
    tags = {each["name"]: each["newTag"] for each in kustomization(BASE)["images"]}
    named = {container["image"] for each in PODS.values() for container in containers(pod(each))}
    assert named == set(tags)
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert {tag for name, tag in tags.items() if name.startswith("plancritic/")} == {version}
    compose = (CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
    assert f"nats:{tags['nats']}" in compose
    assert not any("latest" in tag for tag in tags.values())


def test_the_job_provisions_and_publishes_the_domains_of_an_image_that_holds_them() -> None:
    (container,) = pod(PODS["provision"])["containers"]
    assert container["command"][-1] == "plancritic provision && plancritic domain publish"
    compose = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
    assert compose["services"]["provision"]["command"] == container["command"]
    assert "COPY domains /domains" in (CHECKOUT / "deploy/images/Dockerfile.domains").read_text(encoding="utf-8")


def test_services_whose_image_has_an_encoder_find_it_in_the_volume_that_hides_it() -> None:
    dockerfile = (CHECKOUT / "deploy/images/Dockerfile").read_text(encoding="utf-8").splitlines()
    baked = {
        name for line in dockerfile if (found := re.match(r"\s+([a-z_|]+)\) \\", line)) for name in found[1].split("|")
    }
    copying = {name for name in of_kind("Deployment") if "initContainers" in pod(PODS[name])}
    assert copying == {kubernetes_name(each) for each in baked}


def test_who_asks_language_models_gets_their_secret_and_may_reach_them() -> None:
    labelled = {
        name
        for name, each in of_kind("Deployment").items()
        if each["spec"]["template"]["metadata"]["labels"].get("plancritic/language-model") == "true"
    }
    assert labelled == {"translator", "schema-library", "refiner"}
    for name, each in of_kind("Deployment").items():
        named = [source["secretRef"] for source in pod(each)["containers"][0]["envFrom"] if "secretRef" in source]
        assert named == ([{"name": "language-model", "optional": True}] if name in labelled else [])
    (policy,) = documents(FOLDER / "components/language-model")
    assert policy["spec"]["podSelector"]["matchLabels"] == {"plancritic/language-model": "true"}
    assert {"OPENAI_API_KEY", "PLANCRITIC_LLM_MODEL"} <= {
        str(field.validation_alias) for field in LanguageModelSettings.model_fields.values()
    }


def test_kustomize_is_told_of_every_file() -> None:
    for folder in (BASE, OVERLAY, FOLDER / "components/language-model"):
        told = kustomization(folder)
        listed = {*told["resources"], *(each["path"] for each in told.get("patches", []))}
        assert {each.name for each in folder.glob("*.yaml")} - {"kustomization.yaml"} == listed - {"../../base"}


def test_brokers_in_the_cluster_have_the_configuration_that_was_tested() -> None:
    for copy in (BASE / "server.conf", OVERLAY / "cluster.conf"):
        assert copy.read_text(encoding="utf-8") == (CHECKOUT / "deploy/nats" / copy.name).read_text(encoding="utf-8")


def test_three_brokers_know_one_another_and_clients_know_all() -> None:
    (patch,) = [each for each in documents(OVERLAY) if each["kind"] == "StatefulSet"]
    count = patch["spec"]["replicas"]
    (container,) = pod(patch)["containers"]
    routes = [value for name, value in environment(container).items() if re.fullmatch(r"ROUTE_\d", name)]
    assert routes == [f"nats-route://route:$(ROUTE_PASSWORD)@nats-{number}.nats:6222" for number in range(count)]
    assert set(environment(container)) <= OTHER_VARIABLES
    (settings,) = [each for each in kustomization(OVERLAY)["configMapGenerator"] if each["name"] == "settings"]
    merged = dict(each.split("=", 1) for each in settings["literals"])
    assert merged["PLANCRITIC_REPLICAS"] == str(count)
    assert merged["PLANCRITIC_NATS_URL"].split(",") == [f"nats://nats-{number}.nats:4222" for number in range(count)]
    assert set(merged) <= variables("planner")


@pytest.mark.parametrize("folder", [BASE, OVERLAY], ids=lambda each: each.name)
def test_what_kustomize_makes_fits_the_schemas_of_kubernetes(folder: Path) -> None:
    validation = pytest.importorskip(
        "kubernetes_validate", reason="the package kubernetes-validate (100 MB of schemas) is not installed"
    )
    made = kustomized(folder)
    for document in yaml.safe_load_all(made):
        if document["kind"] != "ScaledObject":
            for version in ("1.29", validation.latest_version()):
                validation.validate(document, version, strict=True)
    assert "latest" not in made


def test_what_kustomize_makes_of_the_overlay_refers_to_what_there_is() -> None:
    made = kustomized(OVERLAY)
    resources = list(yaml.safe_load_all(made))
    maps = {each["metadata"]["name"] for each in resources if each["kind"] == "ConfigMap"}
    assert {each["metadata"].get("namespace", "plancritic") for each in resources} == {"plancritic"}
    for document in resources:
        if document["kind"] in {"Deployment", "StatefulSet", "Job", "CronJob"}:
            named = {
                source["configMapRef"]["name"]
                for container in containers(pod(document))
                for source in container.get("envFrom", [])
                if "configMapRef" in source
            }
            named |= {each["configMap"]["name"] for each in pod(document)["volumes"] if "configMap" in each}
            assert named <= maps
            assert all(re.search(r":[\w.-]+$", each["image"]) for each in containers(pod(document)))


def test_no_file_names_a_registry_or_a_machine() -> None:
    for file in (*FOLDER.rglob("*.yaml"), *FOLDER.rglob("*.conf"), *FOLDER.rglob("*.env"), *FOLDER.rglob("*.md")):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"docker\.io|ghcr\.io|quay\.io|gcr\.io|/home/", text), file
