"""A bucket of a local S3 server, for tests of an installation with S3_BUCKET."""

from collections.abc import Iterator

import boto3
import pytest
from moto.server import ThreadedMotoServer
from pytest_django import Settings

from environment.file_bucket import FileBucket
from files.providers.storage.backend import file_storage

NAME, REGION, ACCESS, SECRET = "pulseboard-files", "us-east-1", "testing", "testing-secret"


class Bucket:
    """The bucket, read without the product's code."""

    def __init__(self, endpoint: str) -> None:
        keys = {"aws_access_key_id": ACCESS, "aws_secret_access_key": SECRET}
        self.endpoint = endpoint
        self._bucket = boto3.resource("s3", endpoint_url=endpoint, region_name=REGION, **keys).Bucket(NAME)
        self._bucket.create()

    def keys(self) -> list[str]:
        return sorted(one.key for one in self._bucket.objects.all())

    def put(self, key: str, content: bytes) -> None:
        self._bucket.put_object(Key=key, Body=content)

    def content(self, key: str) -> bytes:
        stored: bytes = self._bucket.Object(key).get()["Body"].read()
        return stored

    def keep_versions(self) -> None:
        self._bucket.Versioning().enable()

    def empty(self) -> None:
        self._bucket.objects.all().delete()


@pytest.fixture(scope="module")
def s3() -> Iterator[Bucket]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield Bucket(f"http://{host}:{port}")
    server.stop()


@pytest.fixture
def bucket(s3: Bucket, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    """Stores the files of one test in the bucket."""
    # Keep the client from requesting credentials from a cloud's metadata service.
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    settings.FILES_BUCKET = FileBucket(NAME, s3.endpoint, REGION, ACCESS, SECRET)
    file_storage.cache_clear()
    yield s3
    file_storage.cache_clear()
    s3.empty()
