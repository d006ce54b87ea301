"""`manage.py rotate_keys`: adds a signing key that takes over in ten minutes. Nobody is signed out."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounts.tokens import key_rotation, signing_keys
from core.clock import iso


class Command(BaseCommand):
    help = "Add a signing key that takes over later, and remove keys that no token needs any more."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--in", dest="in_s", type=int, default=key_rotation.PUBLISHED_FIRST_S, help="seconds")
        parser.add_argument("--revoke", action="store_true", help="the present keys are known to others: end them now")

    def handle(self, *args: Any, **options: Any) -> None:
        signing_keys.signing_key()  # creates the file if there is none, and raises if it is unusable
        path = signing_keys.key_file()
        if options["revoke"]:
            self.stdout.write(
                f"Key {key_rotation.revoke(path)} signs from now on; no token of another key is accepted."
            )
            return
        if options["in_s"] < key_rotation.PUBLISHED_FIRST_S:
            raise CommandError(
                f"--in: at least {key_rotation.PUBLISHED_FIRST_S} seconds, so long clients keep the key set"
            )
        try:
            key_id, use_from = key_rotation.rotate(path, in_s=options["in_s"])
        except key_rotation.AlreadyRotating as error:
            raise CommandError("A new key is published already; try again when it has taken over.") from error
        timestamp = iso(datetime.fromtimestamp(use_from, UTC))
        self.stdout.write(f"Key {key_id} is published, and signs from {timestamp} on.")
        self.stdout.write(f"On several machines, copy {path} to each of them before that.")
