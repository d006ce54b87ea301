"""Settings of the S3 bucket that stores users' files instead of a folder of this machine."""

from dataclasses import dataclass

from environment.setting import BadSetting, Group, Reader
from environment.values import address, text

GROUP = Group(
    "Files",
    "Uploaded files are stored in DATA_DIR/files, or in a private S3 bucket (needed if several machines serve).",
)
S3_BUCKET = GROUP.setting(
    "S3_BUCKET",
    text,
    "The bucket. Its two keys are required too.",
    default_text="none; files are in DATA_DIR/files",
    unit="name",
    example="pulseboard-files",
)
S3_ENDPOINT = GROUP.setting(
    "S3_ENDPOINT",
    address,
    "The address of the service.",
    default_text="Amazon's in S3_REGION",
    unit="URL",
    example="https://s3.example.com",
)
S3_REGION = GROUP.setting(
    "S3_REGION",
    text,
    "The region of the bucket.",
    default="us-east-1",
    unit="name",
    example="eu-central-1",
)
S3_ACCESS_KEY = GROUP.setting(
    "S3_ACCESS_KEY",
    text,
    "The public key of the account.",
    unit="text",
    example="AKIA...",
    is_secret=True,
)
S3_SECRET_KEY = GROUP.setting(
    "S3_SECRET_KEY",
    text,
    "The secret key of the account.",
    unit="text",
    example="...",
    is_secret=True,
)


@dataclass(frozen=True)
class FileBucket:
    name: str
    endpoint: str
    region: str
    access_key: str
    secret_key: str


def read_file_bucket(reader: Reader) -> FileBucket | None:
    """The bucket, or None if files are stored in DATA_DIR. Raises BadSetting."""
    if not reader.is_set(S3_BUCKET):
        return None
    for setting in (S3_ACCESS_KEY, S3_SECRET_KEY):
        if not reader.is_set(setting):
            raise BadSetting(setting.name, "required with S3_BUCKET")
    region = reader.read(S3_REGION)
    return FileBucket(
        name=reader.read(S3_BUCKET),
        endpoint=reader.read(S3_ENDPOINT, f"https://s3.{region}.amazonaws.com"),
        region=region,
        access_key=reader.read(S3_ACCESS_KEY),
        secret_key=reader.read(S3_SECRET_KEY),
    )
