"""Settings of data retention: the number of days after which each kind of data is deleted."""

from dataclasses import dataclass

from environment.setting import Group, Reader
from environment.values import number, optional

DAYS_MAX = 36_500
# PROTOCOL.md promises that a device can resume after 14 days offline.
LOG_DAYS_MIN = 14
# A device may repeat a question that it sent before it went offline, and must get the same reply.
UNUSED_DAYS_MIN = 30

GROUP = Group("Retention", "Days until data is deleted; docs/retention.md lists all kinds of data.")
KEEP_LOG_DAYS = GROUP.setting(
    "KEEP_LOG_DAYS",
    number(LOG_DAYS_MIN, DAYS_MAX),
    "Changes of the log. A device that was away for longer loads its data again.",
    default="14",
    unit="days, 14 or more",
    example="30",
)
KEEP_MAIL_DAYS = GROUP.setting(
    "KEEP_MAIL_DAYS",
    number(1, DAYS_MAX),
    "Emails that were sent or given up.",
    default="30",
    unit="days",
    example="7",
)
KEEP_NOTICE_DAYS = GROUP.setting(
    "KEEP_NOTICE_DAYS",
    number(1, DAYS_MAX),
    "Notices (the bell), after their last event.",
    default="60",
    unit="days",
    example="90",
)
KEEP_CHAT_DAYS = GROUP.setting(
    "KEEP_CHAT_DAYS",
    optional(number(UNUSED_DAYS_MIN, DAYS_MAX)),
    "Messages between users and bots.",
    default_text="none; they stay",
    unit="days, 30 or more",
    example="365",
)
KEEP_SESSION_DAYS = GROUP.setting(
    "KEEP_SESSION_DAYS",
    optional(number(UNUSED_DAYS_MIN, DAYS_MAX)),
    "Sessions of devices that are not used. Their users sign in again.",
    default_text="none; they stay",
    unit="days, 30 or more",
    example="180",
)
MAX_SESSION_DAYS = GROUP.setting(
    "MAX_SESSION_DAYS",
    optional(number(1, DAYS_MAX)),
    "Sessions, also used ones, after their start. Their users sign in again; unsent changes stay on the device.",
    default_text="none; they stay",
    unit="days",
    example="90",
)


@dataclass(frozen=True)
class RetentionSettings:
    """Days until deletion; None means never."""

    log_days: int
    mail_days: int
    notice_days: int
    chat_days: int | None
    session_days: int | None
    max_session_days: int | None


def read_retention_settings(reader: Reader) -> RetentionSettings:
    """The settings from the environment. Raises BadSetting."""
    return RetentionSettings(
        log_days=reader.read(KEEP_LOG_DAYS),
        mail_days=reader.read(KEEP_MAIL_DAYS),
        notice_days=reader.read(KEEP_NOTICE_DAYS),
        chat_days=reader.read(KEEP_CHAT_DAYS),
        session_days=reader.read(KEEP_SESSION_DAYS),
        max_session_days=reader.read(MAX_SESSION_DAYS),
    )
