"""Settings of the S3 bucket that stores users' files instead of a folder of this machine."""

from dataclasses import dataclass

from environment.variables import BadSetting, Reader

NAMES = ("S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY")


@dataclass(frozen=True)
class FileBucket:
    name: str
    endpoint: str
    region: str
    access_key: str
    secret_key: str


def read_file_bucket(reader: Reader) -> FileBucket | None:
    """The bucket, or None if files are stored in DATA_DIR. Raises BadSetting."""
    name, access_key, secret_key = (reader.text(one, "") for one in NAMES)
    if not name:
        return None
    for variable, value in zip(NAMES, (name, access_key, secret_key), strict=True):
        if not value:
            raise BadSetting(variable, "a bucket wants its keys")
    region = reader.text("S3_REGION", "us-east-1")
    return FileBucket(
        name=name,
        endpoint=reader.address("S3_ENDPOINT", f"https://s3.{region}.amazonaws.com"),
        region=region,
        access_key=access_key,
        secret_key=secret_key,
    )
