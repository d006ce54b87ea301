"""The alert rules and the dashboard of deploy/monitoring name metrics, labels and values that `/metrics` has."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from core.clock import now
from performance.effects import scan_job
from sync import api
from sync.effects import effects
from sync.protocol import frames
from sync.requests import device_reports
from sync.writes.db_executor import write
from tests.support.architecture.tree import ROOT
from tests.support.monitoring.promql import Selector, selectors
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Opener

MONITORING = ROOT / "deploy/monitoring"
TOKEN = "a token for the tests alone"
ADDED_BY_PROMETHEUS = {"instance", "job"}  # labels; Prometheus also adds the metric `up`
RULES = [
    rule
    for group in yaml.safe_load((MONITORING / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((MONITORING / "grafana.json").read_text(encoding="utf-8"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
QUERIES = [target["expr"] for panel in PANELS for target in panel["targets"]]
EXPRESSIONS = [rule["expr"] for rule in RULES] + [query.replace("$instance", ".*") for query in QUERIES]
Samples = list[tuple[str, dict[str, str]]]


@pytest.fixture
async def samples(portal: Portal, sockets: Opener, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Samples:
    """The samples of `/metrics` after a message, a scheduled effect, a device report and a superseded connection."""
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(api, "allowance", device_reports.ReportAllowance(lambda: 0.0))
    await portal.post("maya", "Hello")
    await write(effects.after_commit, scan_job.weekly_scan, "1", due=now() + timedelta(hours=1))
    await portal.as_("maya").post("/realtime/v1/reports", json={"what": "outbox-stuck", "build": "2026.11.1"})
    device = sockets(portal.users["maya"].token)
    await device.hello()
    await sockets(portal.users["maya"].token, dev=device.dev, tab=device.tab).hello()
    assert await device.close_code() == frames.SUPERSEDED
    reply = await portal.as_(None).get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    families = text_string_to_metric_families(reply.text)
    return [(sample.name, sample.labels) for family in families for sample in family.samples]


def unknown_parts(metric: Selector, samples: Samples) -> Iterator[str]:
    """The parts of a selected metric that no sample has: its name, a label, or a value that a label must equal."""
    labels_of_samples = [labels for name, labels in samples if name == metric.name]
    if not labels_of_samples:
        yield metric.name
        return
    named = {label for label, _, _ in metric.matchers} | set(metric.grouped)
    for label in named - ADDED_BY_PROMETHEUS - labels_of_samples[0].keys():
        yield f"{metric.name} has no label {label}"
    expected = {label: value for label, operator, value in metric.matchers if operator == "="}
    for label, value in expected.items() - {("job", "pulseboard")}:
        if label in labels_of_samples[0] and all(labels[label] != value for labels in labels_of_samples):
            yield f"{metric.name} has no {label} {value}"


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
async def test_rules_and_panels_name_only_existing_metrics(samples: Samples) -> None:
    problems = {
        f"{expression}: {problem}"
        for metrics, expression in zip(selectors(EXPRESSIONS), EXPRESSIONS, strict=True)
        for metric in metrics
        if metric.name != "up"
        for problem in unknown_parts(metric, samples)
    }
    assert problems == set()


def test_a_renamed_metric_label_and_value_are_noticed() -> None:
    samples = [("existing_total", {"kind": "a"})]
    [[existing], [missing], [label], [value]] = selectors(
        [
            'sum by (kind) (existing_total{kind="a"})',
            "gone_total",
            "sum by (sort) (existing_total)",
            'existing_total{kind="b"}',
        ]
    )
    assert list(unknown_parts(existing, samples)) == []
    assert list(unknown_parts(missing, samples)) == ["gone_total"]
    assert list(unknown_parts(label, samples)) == ["existing_total has no label sort"]
    assert list(unknown_parts(value, samples)) == ["existing_total has no kind b"]


def test_a_wrong_expression_is_noticed() -> None:
    with pytest.raises(ValueError, match=re.escape("sum by (x (y)")):
        selectors(["sum(y)", "sum by (x (y)"])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_has_whole_sentences_and_a_section_of_the_runbook(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in {"page", "ticket"}
    for part in ("summary", "users", "action"):
        assert re.fullmatch(r"[A-Z{].{20,}\.", rule["annotations"][part]), part
    file, _, anchor = rule["annotations"]["runbook"].partition("#")
    sections = re.split(r"^## (.+)$", (ROOT / file).read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = {title.lower().replace(" ", "-"): text for title, text in zip(sections[1::2], sections[2::2], strict=True)}
    assert f"`{rule['alert']}`" in texts[anchor]


def test_the_runbook_and_the_rules_name_the_same_alerts() -> None:
    named = re.findall(r"`(Pulseboard\w+)`", (ROOT / "deploy/docs/runbook.md").read_text(encoding="utf-8"))
    assert set(named) == {rule["alert"] for rule in RULES}


def test_the_names_of_alerts_and_the_ids_of_panels_are_unique() -> None:
    names = [rule["alert"] for rule in RULES] + [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: f"{panel['title']}-{panel['type']}")
def test_a_panel_explains_its_figures_and_uses_the_chosen_source(panel: dict[str, Any]) -> None:
    assert panel["description"].endswith(".")
    assert {one["datasource"]["uid"] for one in [panel, *panel["targets"]]} == {"${datasource}"}
