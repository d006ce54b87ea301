"""`manage.py rotate_keys`: adds a signing key that takes over in ten minutes. Nobody is signed out."""

import os
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management import CommandError

from accounts.tokens import key_rotation, signing_keys
from core.clock import iso
from core.confirmation import add_yes, confirm
from core.explained_command import ExplainedCommand

ADDED = (
    "A new key signs access tokens in {in_s} seconds. Everybody who is signed in stays signed in. On several"
    " machines, copy {path} to each of them before that."
)
REVOKED = (
    "Every access token ends now, and the present keys are deleted. Devices that are signed in fetch new tokens by"
    " themselves; programs that kept only an access token are signed out. On several machines, copy {path} to each of"
    " them at once, because they reject the new tokens until then."
)


class Command(ExplainedCommand):
    help = """\
Publishes a new key that signs access tokens after ten minutes, and removes keys that no token needs any more.

Nobody is signed out, and no restart is needed. With --revoke every access token ends at once, and devices fetch new
ones with their refresh tokens: use it if others know the key.

The command says what it will do and waits for your yes; --yes is for scripts.

  pulseboard rotate_keys
  pulseboard rotate_keys --revoke"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--in",
            dest="in_s",
            type=int,
            default=key_rotation.KEY_SET_CACHE_S,
            help="seconds until the new key signs",
        )
        parser.add_argument("--revoke", action="store_true", help="end the present keys now, because others know them")
        add_yes(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        path = signing_keys.key_file()
        if not path.is_file():
            raise CommandError(
                f"There is no signing key at {path}, so no server has run with these settings. On an installed server"
                " run `pulseboard rotate_keys`; elsewhere set DATA_DIR to the folder of the installation."
            )
        if not os.access(path.parent, os.W_OK):
            raise CommandError(
                f"The folder {path.parent} must belong to the server's user: the new key is written there."
            )
        signing_keys.signing_key()  # raises if the key is unusable
        if options["revoke"]:
            confirm(self, REVOKED.format(path=path), options)
            self.stdout.write(
                f"Key {key_rotation.revoke(path)} signs from now on; no token of another key is accepted."
            )
            return
        if options["in_s"] < key_rotation.KEY_SET_CACHE_S:
            raise CommandError(
                f"--in: at least {key_rotation.KEY_SET_CACHE_S} seconds, because clients cache the key set that long"
            )
        confirm(self, ADDED.format(in_s=options["in_s"], path=path), options)
        try:
            key_id, use_from = key_rotation.rotate(path, in_s=options["in_s"])
        except key_rotation.AlreadyRotating as error:
            raise CommandError("A new key is published already; try again when it has taken over.") from error
        timestamp = iso(datetime.fromtimestamp(use_from, UTC))
        self.stdout.write(f"Key {key_id} is published, and signs from {timestamp} on.")
        self.stdout.write(f"On several machines, copy {path} to each of them before that.")
