"""Secrets that containers and service managers deliver as files: `<NAME>_FILE` names the file with the value."""

from collections.abc import Mapping
from pathlib import Path

from environment.variables import BadSetting

SUFFIX = "_FILE"
SECRETS = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "SECRET_KEY_FORMER",
    "EMAIL_URL",
    "METRICS_TOKEN",
    "S3_ACCESS_KEY",
    "S3_SECRET_KEY",
    "GOOGLE_CLIENT_SECRET",
    "SMS_URL",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "PAGESPEED_KEY",
    "OPENAI_API_KEY",
    "CLOUDINARY_URL",
)


def with_secret_files(env: Mapping[str, str]) -> dict[str, str]:
    """`env` with the content of each file that `<NAME>_FILE` names as the value of `<NAME>`.

    Raises BadSetting, without any content, if a file cannot be read or if both variables are set.
    """
    read = {name: _content(env, name) for name in SECRETS if env.get(name + SUFFIX, "").strip()}
    return {**env, **read}


def _content(env: Mapping[str, str], name: str) -> str:
    variable, path = name + SUFFIX, Path(env[name + SUFFIX].strip())
    if env.get(name, "").strip():
        raise BadSetting(variable, f"{name} is set too; set one of the two")
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadSetting(variable, f"a file with the value, and {path} cannot be read: {reason}") from error
