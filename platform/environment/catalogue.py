"""All settings, by topic, in the order in which deploy/env.example lists them."""

from typing import Any

from environment import (
    backups,
    file_bucket,
    google,
    language_model,
    mail_server,
    process,
    push,
    retention,
    scanning,
    shared_store,
    sign_in,
    site,
    stripe_account,
    telemetry,
    text_messages,
    video_host,
)
from environment.setting import SECRET_FILE, Setting

GROUPS = (
    process.GROUP,
    site.GROUP,
    mail_server.GROUP,
    shared_store.GROUP,
    sign_in.GROUP,
    google.GROUP,
    text_messages.GROUP,
    stripe_account.GROUP,
    scanning.GROUP,
    language_model.GROUP,
    file_bucket.GROUP,
    backups.GROUP,
    retention.GROUP,
    video_host.GROUP,
    push.GROUP,
    telemetry.GROUP,
)
SETTINGS: dict[str, Setting[Any]] = {setting.name: setting for group in GROUPS for setting in group.settings}
# All valid names of variables. A secret has a second one, which names a file with the value.
NAMES = frozenset(SETTINGS) | {f"{name}{SECRET_FILE}" for name, setting in SETTINGS.items() if setting.is_secret}
