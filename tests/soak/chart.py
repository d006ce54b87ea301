"""Draws the chart of a day as SVG: requests a second, p95, and the memory of each process, with the events."""

from collections.abc import Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, GAP = 960, 150, 60, 30, 50
COLORS = ("#0f766e", "#b45309", "#1d4ed8", "#9d174d", "#4d7c0f")
Points = list[tuple[float, float]]


def chart(samples: Sequence[Any], events: Sequence[Any]) -> str:
    """The SVG. A sample: [second, requests since the last sample, p95 ms, {process: MB}]; an event: [second, text]."""
    ends = [0.0, *(sample[0] for sample in samples)]
    rates = [(at, count / max(0.1, at - before)) for before, (at, count, *_) in zip(ends, samples, strict=False)]
    memory: dict[str, Points] = {}
    for at, _, _, megabytes in samples:
        for process, value in megabytes.items():
            memory.setdefault(process.rpartition(" ")[0], []).append((at, value))
    panels: list[tuple[str, dict[str, Points]]] = [
        ("requests a second", {"": rates}),
        ("p95 of all requests, ms", {"": [(at, p95) for at, _, p95, _ in samples]}),
        ("memory, MB", memory),
    ]
    end = max([ends[-1], *(at for at, _ in events), 1.0])
    height = TOP + len(panels) * (HEIGHT + GAP) + 14 * len(events)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {height}" font-family="sans-serif">',
        '<style>text { font-size: 12px }</style><rect width="100%" height="100%" fill="#fff"/>',
    ]
    for number, (title, lines) in enumerate(panels):
        parts.append(_panel(title, lines, TOP + number * (HEIGHT + GAP), end, [at for at, _ in events]))
    for number, (at, text) in enumerate(events):
        y = TOP + len(panels) * (HEIGHT + GAP) + 14 * number
        parts.append(f'<text x="{LEFT}" y="{y}" fill="#444">{number + 1}: {at:.0f} s, {escape(text)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(title: str, lines: dict[str, Points], top: int, end: float, event_times: Sequence[float]) -> str:
    largest = max([1.0, *(value for points in lines.values() for _, value in points)])
    bottom = top + HEIGHT
    parts = [
        f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{escape(title)}</text>',
        f'<rect x="{LEFT}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="#f6f6f4"/>',
        f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">{largest:,.0f}</text>',
        f'<text x="{LEFT - 6}" y="{bottom}" text-anchor="end">0</text>',
    ]
    for number, at in enumerate(event_times):
        x = LEFT + WIDTH * at / end
        parts.append(f'<path d="M{x:.1f} {top}V{bottom}" stroke="#999" stroke-dasharray="3 3"/>')
        parts.append(f'<text x="{x + 3:.1f}" y="{bottom + 12}" fill="#666" font-size="10">{number + 1}</text>')
    for number, (name, points) in enumerate(lines.items()):
        color = COLORS[number % len(COLORS)]
        line = " ".join(
            f"{LEFT + WIDTH * at / end:.1f},{bottom - HEIGHT * value / largest:.1f}" for at, value in points
        )
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        if name:
            x = LEFT + 200 + 110 * number
            parts.append(f'<text x="{x}" y="{top - 8}" fill="{color}">{escape(name)}</text>')
    return "\n".join(parts)
