"""Reads PromQL expressions with Prometheus' own grammar, which runs in Node."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

NODE = Path(sys.executable).with_name("node")
PROGRAM = Path(__file__).with_suffix(".mjs")


@dataclass(frozen=True, slots=True)
class Selector:
    """A metric that an expression selects: matchers as (label, operator, value), and the labels that group it."""

    name: str
    matchers: tuple[tuple[str, str, str], ...]
    grouped: tuple[str, ...]


def selectors(expressions: Sequence[str]) -> list[list[Selector]]:
    """The metrics that each expression selects. Raises ValueError for an expression that does not parse."""
    run = subprocess.run([NODE, PROGRAM], input=json.dumps(expressions), capture_output=True, text=True, check=True)
    result = []
    for expression, parsed in zip(expressions, json.loads(run.stdout), strict=True):
        if parsed["errors"] or not expression.strip():
            raise ValueError(f"does not parse at {parsed['errors']}: {expression}")
        result.append(
            [
                Selector(
                    one["name"],
                    tuple((label, operator, value.strip("\"'")) for label, operator, value in one["matchers"]),
                    tuple(one["grouped"]),
                )
                for one in parsed["metrics"]
            ]
        )
    return result
