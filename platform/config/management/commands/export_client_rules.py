"""`manage.py export_client_rules`: prints the rules of the admin's dialogs as TypeScript. `make contracts` stores it."""

import json
from typing import Any

from django.core.management import BaseCommand

from chatbots.errors import BadScript, BadSheet
from chatbots.services.embeds import HOST, PATH
from clients.client_details import BAD_EMAIL, EMAIL, NAMES, missing_text
from clients.schemas import CLIENTS_MAX
from reports.errors import BadVideo
from reports.video_addresses import SCHEMES


class Command(BaseCommand):
    help = "Print what the server requires of a client, as TypeScript."

    def handle(self, *args: Any, **options: Any) -> None:
        write = self.stdout.write
        write("// What the server requires of a client's details, video, script and sheet.")
        write("// `make contracts` generates this file from clients, reports and chatbots in platform/.")
        missing = {field: missing_text(name) for field, name in NAMES.items()}
        for name, comment, value in (
            ("MISSING", "The error texts for required fields that are empty.", missing),
            ("BAD_EMAIL", "The error text for an address that EMAIL does not match.", BAD_EMAIL),
            ("BAD_VIDEO", "The error text for an address that is not a video's.", BadVideo.message),
            ("BAD_SCRIPT", "The error text for embed code without a script.", BadScript.message),
            ("BAD_SHEET", "The error text for an address that is not a Google sheet's.", BadSheet.message),
            ("VIDEO_SCHEMES", "The schemes that a video's address may have.", SCHEMES),
            ("SHEETS", "The beginning of the address of a Google sheet.", f"https://{HOST}{PATH}"),
            ("CLIENTS_MAX", "The most clients in one request.", CLIENTS_MAX),
        ):
            write(f"\n/** {comment} */\nexport const {name} = {json.dumps(value, indent=2)} as const")
        write(f"\n/** An email address. */\nexport const EMAIL = /^{EMAIL.pattern}$/")
