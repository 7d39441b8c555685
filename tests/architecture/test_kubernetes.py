"""What can be held against the manifests of Kubernetes without a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from plancritic.bus import BusSettings
from plancritic.bus.streams import durables, streams
from plancritic.contracts.subjects import DESCRIBE_SERVICE

FOLDER = Path(__file__).resolve().parents[2] / "deploy/kubernetes"
BASE = FOLDER / "base"
#: The console is a client: it has no row in the table.
SERVICES = sorted({*DESCRIBE_SERVICE.consumers, "console"})


def _documents(file: Path) -> list[dict[str, Any]]:
    return [each for each in yaml.safe_load_all(file.read_text(encoding="utf-8")) if each]


def _kinds(service: str) -> dict[str, dict[str, Any]]:
    return {each["kind"]: each for each in _documents(BASE / f"{service.replace('_', '-')}.yaml")}


def test_every_file_is_named_by_a_kustomization_and_parses() -> None:
    for folder in (BASE, *(FOLDER / "overlays").iterdir(), *(FOLDER / "components").iterdir()):
        (kustomization,) = _documents(folder / "kustomization.yaml")
        named = {*kustomization.get("resources", ()), *(each["path"] for each in kustomization.get("patches", ()))}
        there = {each.name for each in folder.glob("*.yaml")} - {"kustomization.yaml"}
        assert there <= named, folder
        for name in there:
            assert all({"apiVersion", "kind", "metadata"} <= set(each) for each in _documents(folder / name)), name


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_has_a_deployment_a_budget_and_a_network_policy(service: str) -> None:
    kinds = _kinds(service)
    assert {"Deployment", "PodDisruptionBudget", "NetworkPolicy"} <= set(kinds)
    pod = kinds["Deployment"]["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    assert pod["terminationGracePeriodSeconds"] > BusSettings.model_fields["grace"].default
    (container,) = pod["containers"]
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert {"cpu", "memory"} <= set(container["resources"]["limits"])
    assert container["livenessProbe"]["httpGet"]["path"] == "/health/live"
    assert container["readinessProbe"]["httpGet"]["path"] == "/health/ready"
    assert {*kinds["NetworkPolicy"]["spec"]["policyTypes"]} == {"Ingress", "Egress"}


@pytest.mark.parametrize("service", SERVICES)
def test_what_scales_a_service_is_a_consumer_that_provisioning_makes(service: str) -> None:
    scaled = _kinds(service).get("ScaledObject")
    settings = BusSettings()
    made = {(each.stream, str(each.config.durable_name)) for each in durables(settings)}
    own = {name for stream, name in made if name.startswith(f"{settings.tenant}-{service}-")}
    if scaled is None:
        assert service in ("console", "dead_letters", "recorder"), "who takes jobs is scaled by them"
        return
    asked = {(each["metadata"]["stream"], each["metadata"]["consumer"]) for each in scaled["spec"]["triggers"]}
    assert asked <= made
    assert {stream for stream, _ in asked} <= {str(each.name) for each in streams(settings)}
    assert {name for _, name in asked} <= own


def test_images_have_a_tag_or_a_digest_and_none_is_whatever_is_latest() -> None:
    (kustomization,) = _documents(BASE / "kustomization.yaml")
    tagged = {each["name"]: each.get("newTag", each.get("digest")) for each in kustomization["images"]}
    for file in BASE.glob("*.yaml"):
        for each in _documents(file):
            pod = each.get("spec", {}).get("template", {}).get("spec", {}) if each["kind"] != "Kustomization" else {}
            for container in (*pod.get("containers", ()), *pod.get("initContainers", ())):
                assert tagged[container["image"].split(":")[0]] not in (None, "latest"), file
