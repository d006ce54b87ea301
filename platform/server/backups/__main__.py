"""`python -m server.backups`: the program of `deploy/backup`, which the daily job runs too.

It does not import the settings, because they would create missing keys.
"""

import argparse
import os
import sys
from pathlib import Path

from environment.secret_files import with_secret_files
from environment.setting import BadSetting
from server.backups import backup, rotation
from server.backups.errors import BackupFailed


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="deploy/backup",
        usage="deploy/backup FILE | deploy/backup --keep DAYS FOLDER",
        description="Copies the database and the uploaded files of an installation while it runs.",
    )
    parser.add_argument("target", type=Path, help="the file of the copy; with --keep the folder of all copies")
    parser.add_argument("--keep", type=int, metavar="DAYS", help="then delete the copies that are older")
    arguments = parser.parse_args()
    os.umask(0o077)  # the copy contains all data of all users
    try:
        os.environ.update(with_secret_files(os.environ))
        if arguments.keep is None:
            saved = backup.back_up(arguments.target, os.environ)
        else:
            saved = rotation.back_up(arguments.target, os.environ, keep_days=arguments.keep)
    except (BackupFailed, BadSetting, OSError) as error:
        sys.exit(f"deploy/backup: {error}")
    sys.stdout.write(f"Saved {saved}\n")


main()
