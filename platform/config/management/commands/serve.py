"""`manage.py serve`: the whole product in one process on one port."""

import logging
import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

import uvloop
from django.conf import settings
from django.core.management import CommandError, call_command
from twisted.internet import asyncioreactor as untyped

from accounts.tokens import signing_keys
from billing import tasks as payments
from config import setup_page
from config.doctor import secrets_and_folders
from config.telemetry import start_telemetry
from core.explained_command import ExplainedCommand
from demo import seed, stripe_payments
from demo.sandbox_process import sandbox
from server import logs
from sync.writes.exclusive_lock import exclusive_lock

LOCAL = "127.0.0.1"
log = logging.getLogger(__name__)
asyncioreactor: Any = untyped


class Command(ExplainedCommand):
    help = """\
Serves everything at PORT: pages, the API, sockets, and without REDIS_URL the jobs too. First it updates the database.

It ends on SIGTERM: it finishes the requests, and open apps reconnect at spread times. The log on standard error says
what is not set up. A service manager starts it: deploy/pulseboard.service.

  pulseboard serve"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=LOCAL, help="the address at which to listen (default: this machine only)")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.DEMO and options["host"] != LOCAL:
            raise CommandError(f"DEMO: everybody knows its passwords, so it is served at {LOCAL} alone; set DEMO=0")
        if setup_page.has_no_mail():
            raise CommandError(setup_page.MAIL_MISSING)
        logs.log_uncaught()
        start_telemetry()
        signing_keys.signing_key()  # an unusable key fails now, not at the first sign-in
        with sandbox() if settings.DEMO else nullcontext() as is_sandbox_running:
            self._prepare()
            if is_sandbox_running is not None and settings.IS_STRIPE_SANDBOXED:
                stripe_payments.create_in_background(is_running=is_sandbox_running)
            self._serve(options["host"])

    def _prepare(self) -> None:
        with exclusive_lock():  # several processes may start at once
            call_command("migrate", verbosity=0, interactive=False)
            if settings.DEMO:
                seed.make()
            elif seed.has_public_password():
                raise CommandError(
                    "DEMO: this store has demo accounts, and everybody knows their password; use another"
                )
            steps = [setup_page.scans()] if settings.DEMO else setup_page.steps()
            self._missing = [step for step in steps if step.state == "missing"]
            payments.at_start()

    def _serve(self, host: str) -> None:
        # Daphne uses the installed loop. A write costs 10 % more with Python's own loop (tests/bench/sync/writing.py).
        asyncioreactor.install(uvloop.new_event_loop())
        from config.asgi import application
        from server.daphne.server import CannotListen, serve

        try:
            serve(application=application, host=host, port=settings.PORT, ready=self._announce)
        except CannotListen as error:
            raise CommandError(f"PORT: {error}") from error

    def _announce(self) -> None:
        self.stdout.write(f"{settings.PRODUCT_NAME} is at {settings.SITE_URL}")
        if settings.DEMO:
            for line in seed.sign_ins():
                self.stdout.write(line)
        # The log of a service gets these lines too; a demo prints them to the terminal.
        report = self.stdout.write if settings.DEMO else log.warning
        for step in self._missing:
            report(f"not set up: {step.name}. {step.text} {'; '.join(step.how)}")
        if any(step.name == "First admin" for step in self._missing):
            report(f"{settings.SITE_URL}/setup says how.")
        if exposed := secrets_and_folders.settings_file():
            report(f"{exposed.what} {exposed.why} Run: {exposed.remedy}")
        sys.stdout.flush()
