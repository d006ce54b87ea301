"""A bucket of a local S3 server that can fail and hang, for tests of an installation with S3_BUCKET."""

import threading
from collections.abc import Iterable, Iterator
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import boto3
import pytest
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from pytest_django import Settings
from werkzeug.serving import make_server

from environment.file_bucket import FileBucket
from files.providers.storage.backend import file_storage

NAME, REGION, ACCESS, SECRET = "pulseboard-files", "us-east-1", "testing", "testing-secret"
ERROR = b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
STATUSES = {500: "500 Internal Server Error", 503: "503 Service Unavailable"}


class Faults:
    """Passes requests on to the S3 server, unless the test has begun a fault."""

    def __init__(self, server: WSGIApplication) -> None:
        self._server = server
        self._changed = threading.Condition()
        self._status: int | None = None
        self._hangs = False
        self._unaffected = 0  # the number of requests that the fault still lets pass
        self._hanging = 0
        self.affected: list[str] = []  # method and path of each request that the last fault affected

    def begin(self, *, status: int | None, after: int) -> None:
        """After `after` requests, respond with `status` to each, or let each hang if it is None."""
        with self._changed:
            self._status, self._hangs, self._unaffected, self.affected = status, status is None, after, []

    def end(self) -> None:
        """End the fault. Returns when the requests that hung have been carried out."""
        with self._changed:
            self._status, self._hangs = None, False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._hanging == 0)

    def __call__(self, request: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with self._changed:
            if status := self._meets_fault(request):
                request["wsgi.input"].read(int(request.get("CONTENT_LENGTH") or 0))
                start_response(STATUSES[status], [("Content-Type", "application/xml")])
                return [ERROR]
            self._hanging += 1
            self._changed.wait_for(lambda: not self._hangs)
        try:
            return list(self._server(request, start_response))
        finally:
            with self._changed:
                self._hanging -= 1
                self._changed.notify_all()

    def _meets_fault(self, request: WSGIEnvironment) -> int | None:
        """Count the request. Returns the status to respond with, or None."""
        if self._status is None and not self._hangs:
            return None
        self._unaffected -= 1
        if self._unaffected >= 0:
            return None
        self.affected.append(f"{request['REQUEST_METHOD']} {request['PATH_INFO']}")
        return self._status


class Bucket:
    """The bucket, read without the product's code."""

    def __init__(self, endpoint: str, faults: Faults) -> None:
        keys = {"aws_access_key_id": ACCESS, "aws_secret_access_key": SECRET}
        self.endpoint, self._faults = endpoint, faults
        self._bucket = boto3.resource("s3", endpoint_url=endpoint, region_name=REGION, **keys).Bucket(NAME)
        self._bucket.create()

    def fails(self, status: int, *, after: int = 0) -> None:
        """Respond with this server error after the next `after` requests."""
        self._faults.begin(status=status, after=after)

    def hangs(self) -> None:
        """Let each request wait until the bucket recovers. It is carried out then, even if its sender has given up."""
        self._faults.begin(status=None, after=0)

    def recovers(self) -> None:
        self._faults.end()

    @property
    def failed(self) -> list[str]:
        """Method and path of each request that the last fault affected."""
        return list(self._faults.affected)

    def keys(self) -> list[str]:
        return sorted(one.key for one in self._bucket.objects.all())

    def put(self, key: str, content: bytes) -> None:
        self._bucket.put_object(Key=key, Body=content)

    def content(self, key: str) -> bytes:
        stored: bytes = self._bucket.Object(key).get()["Body"].read()
        return stored

    def remove(self, key: str) -> None:
        self._bucket.Object(key).delete()

    def keep_versions(self) -> None:
        self._bucket.Versioning().enable()

    def empty(self) -> None:
        self._bucket.objects.all().delete()


@pytest.fixture(scope="module")
def s3() -> Iterator[Bucket]:
    faults = Faults(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, faults, threaded=True, request_handler=MotoRequestHandler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    host, port = server.server_address[:2]
    yield Bucket(f"http://{host!s}:{port}", faults)
    server.shutdown()
    thread.join()


@pytest.fixture
def bucket(s3: Bucket, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    """Stores the files of one test in the bucket."""
    # Keep the client from requesting credentials from a cloud's metadata service.
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    settings.FILES_BUCKET = FileBucket(NAME, s3.endpoint, REGION, ACCESS, SECRET)
    file_storage.cache_clear()
    yield s3
    s3.recovers()
    file_storage.cache_clear()
    s3.empty()
