"""LOG_LEVEL: which lines the log contains."""

import json
import os
import subprocess
import sys

from tests.support.architecture.tree import ROOT

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOGGERS = ("sync.hub.hub", "django.db", "huey", "huey.consumer", "sign_in", "django.request", "httpx")
# Configures logging for each setting of LOG_LEVEL, as Django does, and logs a line of each level with each logger.
PROGRAM = f"""
import logging
from django.utils.log import configure_logging
from server.logs import logging_settings
for setting in {LEVELS}:
    configure_logging("logging.config.dictConfig", logging_settings(setting))
    for name in {LOGGERS}:
        for level in {LEVELS}:
            logging.getLogger(name).log(logging.getLevelName(level), "with %s", setting)
"""


def test_the_log_level_applies_to_all_loggers_but_three_and_each_line_is_written_once() -> None:
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.support.settings", "STORE": "sqlite"}
    env["PYTHONPATH"] = f"{ROOT}/platform:{ROOT}"
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=True)
    lines = [json.loads(text) for text in done.stderr.splitlines()]
    written = [(entry["message"], entry["logger"], entry["level"].upper()) for entry in lines]
    least_of = {"sign_in": "INFO", "django.request": "ERROR", "httpx": "WARNING"}
    assert written == [
        (f"with {setting}", name, level)
        for setting in LEVELS
        for name in LOGGERS
        for level in LEVELS[LEVELS.index(least_of.get(name, setting)) :]
    ]
    assert done.stdout == ""
