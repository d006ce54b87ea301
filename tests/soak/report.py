"""The report of a day: JSON, a chart as SVG, and a page, in tests/soak/results."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.bench.harness.results import commit, machine
from tests.soak.chart import chart
from tests.soak.day import Result
from tests.soak.measurements import percentile
from tests.soak.minimum import shortfalls, unmeasured

RESULTS = Path(__file__).with_name("results")
# The growth of a process's memory after its warm-up that is allowed: this share, or this many MB.
MAX_GROWTH, SMALL_GROWTH_MB = 0.2, 32


def summary(
    result: Result, *, seconds: float, clients: int, admins: int, seed: int, other_cores: float
) -> dict[str, Any]:
    """Everything that the page shows, and the samples of the chart. Other processes kept `other_cores` busy."""
    measurements = result.measurements
    requests = {kind: times for kind, times in measurements.times.items() if kind != "delivery of a message"}
    return {
        "seed": seed,
        "commit": commit(),
        "machine": machine(),
        "other_cores": round(other_cores, 2),
        "seconds": round(seconds),
        "clients": clients,
        "admins": admins,
        "requests": sum(map(len, requests.values())),
        "requests_per_s": round(sum(map(len, requests.values())) / measurements.now(), 1),
        "kinds": {kind: _times(times) for kind, times in sorted(measurements.times.items())},
        "retries": dict(measurements.retries),
        "errors": measurements.errors,
        "messages": len(result.stored.messages),
        "pushes": result.pushes,
        "wrong": result.breaches,
        "memory_growth": {
            name: [round(share, 3), round(megabytes, 1)] for name, (share, megabytes) in measurements.growth().items()
        },
        "events": [[round(at, 1), text] for at, text in measurements.events],
        "samples": [
            [round(one.at, 1), one.requests, round(one.p95_ms, 1), {k: round(v) for k, v in one.memory.items()}]
            for one in measurements.samples
        ],
    }


def _times(times: list[float]) -> dict[str, float]:
    return {
        "count": len(times),
        **{f"p{share}_ms": round(1000 * percentile(times, share), 1) for share in (50, 95, 99)},
        "longest_ms": round(1000 * max(times), 1),
    }


def is_good(report: dict[str, Any]) -> bool:
    """Whether enough happened, without errors and breaches, and no process's memory grew more than allowed."""
    grown = report["memory_growth"].values()
    is_flat = all(share <= MAX_GROWTH or megabytes <= SMALL_GROWTH_MB for share, megabytes in grown)
    return not report["errors"] and not report["wrong"] and not shortfalls(report) and is_flat


def write(report: dict[str, Any], name: str) -> Path:
    """Write the three files with this name; returns the page."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (RESULTS / f"{name}.svg").write_text(chart(report["samples"], report["events"]), encoding="utf-8")
    path = RESULTS / f"{name}.md"
    path.write_text(page(report, name), encoding="utf-8")
    return path


def page(report: dict[str, Any], name: str) -> str:
    lost = [line for line in report["wrong"] if line.startswith("lost")]
    doubled = [line for line in report["wrong"] if line.startswith("doubled")]
    devices, other_breaches = report["clients"] + report["admins"], len(report["wrong"]) - len(lost) - len(doubled)
    lines = [
        f"# A day of {report['clients']} clients, in {report['seconds'] / 60:.0f} minutes",
        "",
        f"Seed {report['seed']}, commit {report['commit']}, {report['machine']}.",
        "Caddy in front of two web processes, a worker, PostgreSQL and Redis. The same machine ran the devices:",
        f"{devices}, one for each user. Other processes took {report['other_cores']} cores meanwhile.",
        "",
        f"{report['requests']:,} requests ({report['requests_per_s']} a second), **{len(report['errors'])} errors**.",
        f"{report['messages']:,} messages stored, **{len(lost)} lost, {len(doubled)} doubled**; {other_breaches} other breaches.",
        f"{report['pushes']:,} pushes received.",
        "",
        f"![Requests a second, p95 and memory during the day]({name}.svg)",
        "",
        "| request | count | p50 ms | p95 ms | p99 ms | longest ms | retried |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for kind, times in report["kinds"].items():
        values = " | ".join(f"{value:,}" for value in times.values())
        lines.append(f"| {kind} | {values} | {report['retries'].get(kind, 0)} |")
    lines += [
        "",
        "Retried: a device or a screen repeated the request by itself, because a process had ended or was busy.",
        "",
        "| process | growth of its memory after the warm-up | MB |",
        "| --- | ---: | ---: |",
        *(f"| {name} | {share:+.1%} | {mb:+.1f} |" for name, (share, mb) in report["memory_growth"].items()),
        *(f"| {name} | not checked, because it ran too briefly | |" for name in unmeasured(report)),
        "",
        "| second | event |",
        "| ---: | --- |",
        *(f"| {at:.0f} | {text} |" for at, text in report["events"]),
    ]
    faults = Counter([*report["errors"], *report["wrong"], *shortfalls(report)])
    fault_lines = (
        f"- {fault}" + (f" ({count:,} times)" if count > 1 else "") for fault, count in faults.most_common(50)
    )
    lines += ["", *fault_lines] if faults else []
    return "\n".join(lines) + "\n"
