"""`manage.py export_hosts`: prints, as TypeScript, the hosts that no website can have. `make contracts` stores it."""

from typing import Any

from django.core.management import BaseCommand

from clients.websites import LABEL, LOCAL, MOST, NETWORKS, TOP


class Command(BaseCommand):
    help = "Print which hosts no website has, as TypeScript."

    def handle(self, *args: Any, **options: Any) -> None:
        write = self.stdout.write
        write("// Which hosts no website has. Made from platform/clients/websites.py by `make contracts`.")
        write(f"\n/** The most characters of an address. */\nexport const MOST = {MOST}")
        write("\n/** A label of a host name, and its last one. */")
        write(f"export const LABEL = /^{LABEL.pattern}$/")
        write(f"export const TOP = /^{TOP.pattern}$/")
        for name, comment, listed in (
            ("LOCAL", "Last labels that mean something only inside one network.", sorted(LOCAL)),
            ("NETWORKS", "Networks whose addresses are never public.", NETWORKS),
        ):
            lines = "".join(f"\n  '{one}'," for one in listed)
            write(f"\n/** {comment} */\nexport const {name}: readonly string[] = [{lines}\n]")
