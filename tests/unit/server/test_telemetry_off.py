"""Without their settings, traces and error reports cost nothing: none of their packages is imported."""

import subprocess
import sys
from pathlib import Path

import pytest

from environment.setting import BadSetting
from environment.telemetry import TelemetrySettings
from server.telemetry.start import start
from tests.support.architecture.tree import ROOT

# The client of Redis imports parts of `opentelemetry` by itself if they are installed.
OPTIONAL = ("opentelemetry.exporter", "sentry_sdk", "server.telemetry.span_export", "server.telemetry.error_reports")
SERVE = """
import sys
sys.path.insert(0, "platform")
from config.asgi import application
from config.management.commands import run_huey, serve
from config.telemetry import start_telemetry
start_telemetry()
print([name for name in {optional} if name in sys.modules])
"""


@pytest.mark.thorough
def test_a_server_without_the_settings_imports_none_of_the_packages(tmp_path: Path) -> None:
    environment = {"DATA_DIR": str(tmp_path), "DEMO": "1", "PATH": ""}
    code = SERVE.format(optional=OPTIONAL)
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    ("name", "settings", "package"),
    [
        (
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            TelemetrySettings("http://127.0.0.1:4318", 100, None),
            "server.telemetry.span_export",
        ),
        ("SENTRY_DSN", TelemetrySettings(None, 100, "http://key@127.0.0.1/1"), "server.telemetry.error_reports"),
    ],
)
def test_a_setting_without_its_packages_says_how_to_install_them(
    name: str, settings: TelemetrySettings, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BadSetting, match=f"^{name}: .* make telemetry$"):
        start(settings, version="1")
