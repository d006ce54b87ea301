"""The video host: the account that the environment names, and uploads signed by the server."""

import re
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from pytest_django import Settings

from environment.environment import read_environment
from environment.file_bucket import FileBucket
from environment.setting import BadSetting
from environment.stripe_account import API, JS, StripeAccount
from environment.video_host import VideoHost
from reports.video_host_upload import SignedUpload, signature, signed_upload
from server.headers import headers_of

ROOT = Path("/srv/portal")
NO_STRIPE = StripeAccount(API, JS, None, None, None)
HOST = VideoHost("https://api.cloudinary.com", "pulse", "123456789012345", "a-secret-of-nobodys")
VIDEO = UUID("01890000-0000-7000-8000-000000000000")
NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


def test_the_environment_names_an_account_or_none() -> None:
    assert read_environment({}, ROOT).video_host is None
    env = {"CLOUDINARY_URL": "cloudinary://123456789012345:a-secret-of-nobodys@pulse"}
    assert read_environment(env, ROOT).video_host == HOST
    assert "nobodys" not in repr(HOST)


@pytest.mark.parametrize(
    "address",
    [
        "https://api.cloudinary.com",
        "cloudinary://123456789012345@pulse",
        "cloudinary://123456789012345:a-secret-of-nobodys@",
        "cloudinary://123456789012345:a-secret-of-nobodys@pulse/../x",
        "cloudinary://123456789012345:a-secret-of-nobodys@pulse; script-src *",
    ],
)
def test_an_invalid_account_url_is_rejected_and_not_quoted(address: str) -> None:
    with pytest.raises(BadSetting) as error:
        read_environment({"CLOUDINARY_URL": address}, ROOT)
    assert str(error.value) == "CLOUDINARY_URL: an account like cloudinary://key:secret@cloud"


def test_the_signature_matches_the_video_hosts_example() -> None:
    fields = {
        "timestamp": "1315060510",
        "public_id": "sample_image",
        "eager": "w_400,h_300,c_pad|w_260,h_200,c_crop",
    }
    assert signature(fields, "abcd") == "bfd09f95f331f558cbd1320e67aa8d488770583e"


def test_an_upload_signature_allows_one_new_video_and_hides_the_secret(settings: Settings) -> None:
    settings.VIDEO_HOST = HOST
    upload = signed_upload(VIDEO, NOW)
    fields = {
        "allowed_formats": "mp4",
        "overwrite": "false",
        "public_id": f"reports/{VIDEO}",
        "timestamp": "1795165200",
    }
    signed_fields = {"api_key": HOST.key, "signature": signature(fields, HOST.secret)}
    assert upload == SignedUpload("https://api.cloudinary.com/v1_1/pulse/video/upload", fields | signed_fields)
    assert HOST.secret not in str(upload)
    settings.VIDEO_HOST = None
    assert signed_upload(VIDEO, NOW) is None


def test_the_policy_allows_the_configured_video_host() -> None:
    for host, allowed in ((HOST, [HOST.api]), (None, [])):
        policy = headers_of("https://portal.example", NO_STRIPE, None, host)["Content-Security-Policy"]
        match = re.search(r"connect-src ([^;]+);", policy)
        assert match is not None
        assert match[1].split() == ["'self'", "wss://portal.example", *allowed]


def test_the_policy_lets_pages_fetch_from_the_bucket() -> None:
    bucket = FileBucket("files", "https://bucket.example", "eu", "key", "secret")
    policy = headers_of("https://portal.example", NO_STRIPE, bucket)["Content-Security-Policy"]
    for kind in ("img-src", "media-src", "connect-src"):
        match = re.search(rf"{kind} ([^;]+);", policy)
        assert match is not None
        assert "https://bucket.example" in match[1].split()
