"""Prometheus and Grafana files name only metrics and labels that services have; promtool checks the rest."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from plancritic.contracts.subjects import DESCRIBE_SERVICE, SUBJECTS

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = CHECKOUT / "deploy/observability"
DASHBOARD = FOLDER / "grafana/dashboards/plancritic.json"
RULE_TESTS = CHECKOUT / "tests/cases/observability/alerts_test.yaml"
SERVICES = (*DESCRIBE_SERVICE.consumers, "console", "gateway", "mcp")
#: What Prometheus adds to each kind of metric's name.
SUFFIXES = {"Counter": ("_total",), "Gauge": ("",), "Histogram": ("_bucket", "_sum", "_count")}
#: What Prometheus itself measures, and the labels that it and our scrape configurations add.
OF_PROMETHEUS = {"up"}
ADDED_LABELS = {"job", "instance", "service", "pod", "le"}
needs_promtool = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="promtool is not installed (Debian: apt-get install prometheus)"
)


def defined_metrics() -> dict[str, set[str]]:
    """Names of the metrics that libraries and services define, each with its labels."""
    found: dict[str, set[str]] = {}
    for root in ("libs", "services"):
        for file in (CHECKOUT / root).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if "prometheus_client" in text:
                for kind, name, labels in _definitions(ast.parse(text)):
                    found |= {name + suffix: labels for suffix in SUFFIXES[kind]}
    return found


def _definitions(tree: ast.AST) -> Iterator[tuple[str, str, set[str]]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in SUFFIXES:
            continue
        match node.args:
            case [ast.Constant(value=str(name)), _, ast.List(elts=labels), *_]:
                yield node.func.id, name, {str(label.value) for label in labels if isinstance(label, ast.Constant)}
            case [ast.Constant(value=str(name)), *_]:
                yield node.func.id, name, set()


METRICS = defined_metrics()


def rules() -> list[dict[str, Any]]:
    loaded = yaml.safe_load((FOLDER / "alerts.yaml").read_text(encoding="utf-8"))
    return [rule for group in loaded["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    loaded = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    return [panel for panel in loaded["panels"] if panel["type"] != "row"]


def queries() -> list[str]:
    """The expressions of the dashboard."""
    return [target["expr"] for panel in panels() for target in panel["targets"]]


def unknown(expression: str) -> set[str]:
    """Metrics of an expression that no service defines, and labels that its metrics do not have."""
    without_texts = re.sub(r'"[^"]*"', '""', expression)
    named = set(re.findall(r"\bplancritic_\w+|\bup\b", without_texts))
    wrong = named - METRICS.keys() - OF_PROMETHEUS
    labels = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)\s*\"", without_texts))
    for listed in re.findall(r"\b(?:by|without|on)\s*\(([^)]*)\)", without_texts):
        labels |= {each.strip() for each in listed.split(",")}
    known = ADDED_LABELS.union(*(METRICS.get(each, set()) for each in named))
    return wrong | (labels - known)


def test_metrics_are_found_in_the_code() -> None:
    assert METRICS["plancritic_solve_seconds_bucket"] == {"engine", "verdict"}
    assert METRICS["plancritic_messages_handled_total"] == {"subject", "outcome"}
    assert METRICS["plancritic_messages_in_flight"] == set()
    assert len(METRICS) >= 12


def test_a_metric_or_a_label_that_nobody_has_is_found() -> None:
    assert unknown("sum(plancritic_lost_total)") == {"plancritic_lost_total"}
    assert unknown('sum by (colour) (plancritic_queue_waiting{subject="x", taste!="y"})') == {"colour", "taste"}
    assert unknown("sum by (subject, le) (rate(plancritic_work_seconds_bucket[5m]))") == set()


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_an_alert_asks_for_what_services_measure_and_says_what_to_do(rule: dict[str, Any]) -> None:
    assert unknown(rule["expr"]) == set()
    assert rule["labels"]["severity"] in {"warning", "critical"}
    assert rule["annotations"]["summary"] and rule["annotations"]["description"]


@pytest.mark.parametrize("expression", queries())
def test_the_dashboard_shows_what_services_measure(expression: str) -> None:
    assert unknown(expression) == set()


def test_subjects_that_are_named_exist() -> None:
    names = {subject.name for subject in SUBJECTS}
    expressions = [*queries(), *(rule["expr"] for rule in rules())]
    patterns = {found for each in expressions for found in re.findall(r'subject=~?"([^"]+)"', each)}
    assert patterns
    for pattern in patterns:
        assert any(re.fullmatch(pattern, name) for name in names), pattern


def test_the_absence_of_every_service_is_told() -> None:
    told = {rule["labels"]["service"]: rule["expr"] for rule in rules() if rule["alert"] == "ServiceAbsent"}
    assert set(told) == set(SERVICES)
    assert all(f'service="{service}"' in expression for service, expression in told.items())


def test_every_service_is_scraped_where_it_serves() -> None:
    (job,) = yaml.safe_load((FOLDER / "prometheus.yml").read_text(encoding="utf-8"))["scrape_configs"]
    (lookup,) = job["dns_sd_configs"]
    compose = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
    assert set(lookup["names"]) == set(SERVICES) <= set(compose)
    for service in SERVICES:
        environment = compose[service]["environment"]
        assert (
            int(environment.get(f"PLANCRITIC_{service.upper()}_PORT", environment["PLANCRITIC_HTTP_PORT"]))
            == lookup["port"]
        )


def test_prometheus_in_kubernetes_finds_the_labels_of_pods() -> None:
    (job,) = yaml.safe_load((FOLDER / "prometheus-kubernetes.yml").read_text(encoding="utf-8"))["scrape_configs"]
    sources = {source for each in job["relabel_configs"] for source in each["source_labels"]}
    assert "__meta_kubernetes_pod_label_plancritic_service" in sources
    deployments = [
        each
        for file in (CHECKOUT / "deploy/kubernetes/base").glob("*.yaml")
        for each in yaml.safe_load_all(file.read_text(encoding="utf-8"))
        if each["kind"] == "Deployment"
    ]
    labels = {each["spec"]["template"]["metadata"]["labels"]["plancritic/service"] for each in deployments}
    assert labels == set(SERVICES)
    (namespace,) = job["kubernetes_sd_configs"][0]["namespaces"]["names"]
    kustomization = (CHECKOUT / "deploy/kubernetes/base/kustomization.yaml").read_text(encoding="utf-8")
    assert f"namespace: {namespace}\n" in kustomization


def test_grafana_finds_the_dashboard_and_its_source() -> None:
    provisioning = FOLDER / "grafana/provisioning"
    (source,) = yaml.safe_load((provisioning / "datasources/prometheus.yaml").read_text(encoding="utf-8"))[
        "datasources"
    ]
    (provider,) = yaml.safe_load((provisioning / "dashboards/plancritic.yaml").read_text(encoding="utf-8"))["providers"]
    for panel in panels():
        assert {panel["datasource"]["uid"], *(each["datasource"]["uid"] for each in panel["targets"])} == {
            source["uid"]
        }
    compose = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
    mounted = dict(volume.split(":")[:2] for volume in compose["grafana"]["volumes"])
    assert mounted["./deploy/observability/grafana/dashboards"] == provider["options"]["path"]
    assert mounted["./deploy/observability/grafana/provisioning"] == "/etc/grafana/provisioning"
    assert compose["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"].endswith(f"/{DASHBOARD.name}")
    assert source["url"] == "http://prometheus:9090"


def test_panels_do_not_overlap_and_have_ids_of_their_own() -> None:
    taken: set[tuple[int, int]] = set()
    loaded = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    for panel in loaded:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert place["x"] + place["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in loaded}) == len(loaded)


def promtool(*arguments: str) -> None:
    """Run promtool; what it says is the failure's text."""
    try:
        subprocess.check_output(["promtool", *arguments], stderr=subprocess.STDOUT, text=True, timeout=60)
    except subprocess.CalledProcessError as error:
        pytest.fail(error.output)


@needs_promtool
def test_promtool_accepts_the_configuration() -> None:
    promtool("check", "config", str(FOLDER / "prometheus.yml"))


@needs_promtool
def test_promtool_accepts_the_configuration_in_kubernetes(tmp_path: Path) -> None:
    # Debian builds promtool without the discovery of Kubernetes: all but that is checked.
    loaded = yaml.safe_load((FOLDER / "prometheus-kubernetes.yml").read_text(encoding="utf-8"))
    del loaded["scrape_configs"][0]["kubernetes_sd_configs"]
    (tmp_path / "prometheus.yml").write_text(yaml.safe_dump(loaded), encoding="utf-8")
    shutil.copy(FOLDER / "alerts.yaml", tmp_path)
    promtool("check", "config", str(tmp_path / "prometheus.yml"))


@needs_promtool
def test_promtool_accepts_the_alerts() -> None:
    promtool("check", "rules", str(FOLDER / "alerts.yaml"))


@needs_promtool
def test_promtool_accepts_the_queries_of_the_dashboard(tmp_path: Path) -> None:
    recorded = [
        {"record": f"query:{number}", "expr": expression.replace("$__rate_interval", "5m")}
        for number, expression in enumerate(queries())
    ]
    file = tmp_path / "queries.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": recorded}]}), encoding="utf-8")
    promtool("check", "rules", str(file))


@needs_promtool
def test_alerts_fire_when_they_should_and_not_else() -> None:
    promtool("test", "rules", str(RULE_TESTS))
    tested = yaml.safe_load(RULE_TESTS.read_text(encoding="utf-8"))["tests"]
    fired = {each["alertname"] for test in tested for each in test["alert_rule_test"] if each.get("exp_alerts")}
    assert fired == {rule["alert"] for rule in rules()}
