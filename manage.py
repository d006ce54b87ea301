#!/usr/bin/env python
"""Runs every command of the server: `serve`, `create_admin`, `migrate`, ..."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    os.umask(0o077)  # what a command writes, the database first, is for its owner alone
    sys.path.insert(0, str(ROOT / "platform"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        sys.exit(f"manage.py: {wrong}")


if __name__ == "__main__":
    main()
