"""Settings of email, and the default addresses, which are derived from the site's address."""

from urllib.parse import SplitResult

from environment.setting import Group
from environment.values import mail_server, mailbox, optional

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")

GROUP = Group("Mail", "Required, because users confirm their address. Test it with pulseboard send_test_mail.")
EMAIL_URL = GROUP.setting(
    "EMAIL_URL",
    optional(mail_server),
    "The mail server. smtp:// uses TLS if the server offers it. file: stores each email as a file in DATA_DIR/mail"
    " instead.",
    unit="URL, or file:",
    example="smtps://user:password@mail.example.com",
    is_chosen=True,
    is_secret=True,
)
MAIL_FROM = GROUP.setting(
    "MAIL_FROM",
    mailbox,
    "The sender of every email.",
    default_text="no-reply@ at the host of SITE_URL",
    unit="email address",
    example="portal@example.com",
    is_chosen=True,
)
MAIL_REPLY_TO = GROUP.setting(
    "MAIL_REPLY_TO",
    mailbox,
    "The address for replies to emails, and for Contact Support on the public pages.",
    default_text="MAIL_FROM, and without that support@ at the host of SITE_URL",
    unit="email address",
    example="support@example.com",
)


def own_mailbox(site: SplitResult) -> str:
    host = site.hostname or ""
    return "no-reply@localhost" if ":" in host else f"no-reply@{host}"


def support_mailbox(site: SplitResult) -> str:
    """The default reply address; it differs from the no-reply mailbox, which nobody reads."""
    host = site.hostname or ""
    return f"support@{'pulseboard.example' if host in THIS_MACHINE or ':' in host else host}"
