"""`manage.py send_test_mail ADDRESS`: delivers one email now, and prints where it went or why it failed."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import CommandError
from django.core.validators import validate_email

from core.ids import uuid7
from mail import ports
from mail.composition import MailContent, compose
from mail.errors import DeliveryUnknown, MailNotAccepted, MailRejected
from mail.providers import transport
from sync.management.store_command import StoreCommand


class Command(StoreCommand):
    help = """\
Sends one email to this address now, and prints where it went or why it failed.

It uses EMAIL_URL and MAIL_FROM of the settings, and leaves the queue of emails alone.

  pulseboard send_test_mail you@example.com"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: Any, **options: Any) -> None:
        address = options["address"]
        try:
            validate_email(address)
        except ValidationError as error:
            raise CommandError(f"{address} is not an email address") from error
        content = MailContent(id=uuid7(), kind="test", to=address, code="", link="", address="", good_for=None)
        name = f"test-{content.id}"
        try:
            message = transport.serialize(compose(content, ports.brand.call()))
            transport.deliver(message, to=address, name=name)
        except MailNotAccepted as error:
            raise CommandError(f"EMAIL_URL: the email was not accepted: {error}") from error
        except MailRejected as error:
            raise CommandError(f"EMAIL_URL: the email was rejected: {error}") from error
        except DeliveryUnknown as error:
            raise CommandError(f"EMAIL_URL: the email may have been sent: {error}") from error
        if (settings.EMAIL_URL or "file:").startswith("file:"):
            self.stdout.write(f"Written to {settings.DATA_DIR / 'mail' / name}.eml")
        else:
            self.stdout.write(f"Sent to {address}.")
