"""`python -m tests.support.migrations`: lints the migrations since the last released version; part of `make check`."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import django

from tests.support.architecture.tree import ROOT
from tests.support.migrations import released
from tests.support.migrations.lint import lint
from tests.support.migrations.statements import statements


def main() -> int:
    """Returns exit code 0 if no migration breaks a rule."""
    sys.path.insert(0, str(ROOT / "platform"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    with TemporaryDirectory() as folder:
        breaches = lint(statements(released.migrations(Path(folder))))
    print(*breaches, sep="\n", end="\n" if breaches else "")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
