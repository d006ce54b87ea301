#!/usr/bin/env python
"""Runs every command of the server: `serve`, `create_admin`, `migrate`, ..."""

import gc
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
# Imported objects stay alive, and scanning them again and again took a fifth of each start. In a running server, gen-2
# passes cost 60 ms at p99.
GC_THRESHOLDS = (50_000, 20, 100)


def main() -> None:
    gc.set_threshold(*GC_THRESHOLDS)
    os.umask(0o077)  # only the owner may read what a command writes, such as the database
    sys.path.insert(0, str(ROOT / "platform"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from environment.setting import BadSetting
    from environment.settings_file import with_settings_file

    try:
        # Programs that a command starts, such as the daily backup, read the same settings.
        os.environ.update(with_settings_file(os.environ))
    except BadSetting as wrong:
        sys.exit(f"manage.py: {wrong}")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        sys.exit(f"manage.py: {wrong}")


if __name__ == "__main__":
    main()
