"""`manage.py verify_audit_log`: finds changed, removed and inserted entries of the audit log."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management import CommandError

from clients.queries import audit_verification
from clients.services import audit_log
from core.confirmation import add_yes, confirm
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now

ADOPT_WARNING = (
    "Every entry outside the chain becomes part of it for ever, even one that was inserted into the database. Do this"
    " only after a rolling upgrade from a version without a chain."
)
ACCEPT_WARNING = (
    "The present last entry counts as the true one from now on, even if entries after it were removed. Do this only after"
    " a restore with new keys, and compare with a head that you noted before."
)


class Command(StoreCommand):
    help = """\
Verifies that no entry of the audit log was changed, removed or inserted. Users are not affected.

It prints the head. Store it outside this machine: a later run with --head detects whether entries were removed from the
end, or the log was replaced. --adopt and --accept-head ask you to confirm; --yes is for scripts.

  pulseboard verify_audit_log
  pulseboard verify_audit_log --head 1234:0f5a..."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--head", type=_head, metavar="N:DIGEST", help="the head that an earlier run has printed")
        parser.add_argument(
            "--adopt",
            action="store_true",
            help="first append entries that are not in the chain, which a former version wrote during an upgrade",
        )
        parser.add_argument(
            "--accept-head",
            action="store_true",
            help="first sign the last entry with the present SECRET_KEY, after a restore with new keys",
        )
        add_yes(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["accept_head"]:
            confirm(self, ACCEPT_WARNING, options)
            write_now(audit_log.accept_head)
        if options["adopt"]:
            confirm(self, ADOPT_WARNING, options)
        while options["adopt"] and (count := write_now(audit_log.adopt_former_entries)):
            self.stdout.write(f"Entries of a former version appended to the chain: {count}.")
        result = audit_verification.verify(noted=options["head"])
        write_now(audit_log.store_verification, faults=result.fault_count)
        self.stdout.write(f"Entries: {result.n}, with erased texts: {result.erased}.")
        self.stdout.write(f"Head: {result.head}")
        if result.fault_count:
            hidden = result.fault_count - len(result.faults)
            more = [f"More faults: {hidden}."] if hidden else []
            raise CommandError("\n".join(["The audit log is not as the product wrote it.", *result.faults, *more]))
        self.stdout.write("No entry was changed, removed or inserted.")


def _head(text: str) -> tuple[int, str]:
    n, colon, digest = text.partition(":")
    if not (colon and digest and n.isdecimal()):
        raise ArgumentTypeError("write the head as it was printed: a number, a colon and a digest")
    return int(n), digest
