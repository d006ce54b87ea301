"""`manage.py sso_provider`: manages companies whose users sign in at their own OpenID Connect provider."""

import os
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management import CommandError

from accounts import services
from accounts.providers import oidc
from accounts.queries import identity_providers
from core.confirmation import add_yes, confirm
from core.errors import Failure
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now

SECRET = "SSO_CLIENT_SECRET"
REMOVED = "The provider is deleted with its secret. Its users are signed out now, and cannot sign in there any more."


class Command(StoreCommand):
    help = """\
Manages the providers at which the users of a company sign in (OpenID Connect).

`add` reads the client secret from SSO_CLIENT_SECRET and prints the redirect URL that the provider must allow.
`disable` and `remove` sign the provider's users out at once; they wait for your yes, and --yes is for scripts.

  SSO_CLIENT_SECRET=... pulseboard sso_provider add --name "Engines Ltd" \\
    --issuer https://login.engines.example --client-id portal --domain engines.example
  pulseboard sso_provider list
  pulseboard sso_provider disable ID"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("list")
        add_parser = actions.add_parser("add", help=f"the secret comes from {SECRET} in the environment")
        add_parser.add_argument("--name", required=True, help="the company, as people know it")
        add_parser.add_argument("--issuer", required=True, help="like https://login.example.com")
        add_parser.add_argument("--client-id", required=True)
        add_parser.add_argument(
            "--domain", action="append", required=True, help="of its email addresses; may be repeated"
        )
        for word in ("enable", "disable", "remove"):
            action_parser = actions.add_parser(word)
            action_parser.add_argument("id", type=UUID)
            if word != "enable":
                add_yes(action_parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['action']}")(options)
        except Failure as error:
            raise CommandError(error.message) from error

    def _list(self, options: dict[str, Any]) -> None:
        for company in identity_providers.companies():
            state = "on" if company.is_enabled else "off"
            self.stdout.write(
                f"{company.id}  {state:3}  {company.name}  {company.issuer}  {', '.join(company.domains)}"
            )

    def _add(self, options: dict[str, Any]) -> None:
        provider_id = write_now(
            services.add_sso_provider,
            name=options["name"],
            issuer=options["issuer"],
            client_id=options["client_id"],
            secret=os.environ.get(SECRET, ""),
            domains=options["domain"],
        )
        self.stdout.write(f"{provider_id}  {options['name']}")
        self.stdout.write(f"The provider has to allow this address: {oidc.callback()}")
        self.stdout.write(f"People with these addresses sign in at {settings.SITE_URL} by SSO.")

    def _enable(self, options: dict[str, Any]) -> None:
        write_now(services.enable_sso_provider, provider_id=options["id"], is_enabled=True)

    def _disable(self, options: dict[str, Any]) -> None:
        confirm(self, "The users of this provider are signed out now, and cannot sign in there any more.", options)
        write_now(services.enable_sso_provider, provider_id=options["id"], is_enabled=False)

    def _remove(self, options: dict[str, Any]) -> None:
        confirm(self, REMOVED, options)
        write_now(services.remove_sso_provider, provider_id=options["id"])
