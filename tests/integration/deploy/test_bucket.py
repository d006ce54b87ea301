"""deploy/containers/bucket.py creates the containers' bucket, saves its files to a folder, and loads them again."""

import subprocess
from pathlib import Path

import pytest

from tests.support.fakes.bucket import ACCESS, NAME, SECRET, Bucket, s3
from tests.support.servers.server import ROOT

__all__ = ["s3"]

FILES = {"message-attachments/one": b"first", "reports/2026/two": b"second"}


@pytest.fixture
def environment(s3: Bucket, tmp_path: Path) -> dict[str, str]:
    (tmp_path / "access").write_text(f"{ACCESS}\n")
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    keys = {"S3_ACCESS_KEY_FILE": str(tmp_path / "access"), "S3_SECRET_KEY_FILE": str(tmp_path / "secret")}
    return {"S3_BUCKET": NAME, "S3_ENDPOINT": s3.endpoint, "AWS_EC2_METADATA_DISABLED": "true", **keys}


def run(environment: dict[str, str], *arguments: str | Path) -> str:
    """The output of the script."""
    command = [ROOT / ".venv/bin/python", ROOT / "deploy/containers/bucket.py", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_bucket_is_created_once(s3: Bucket, environment: dict[str, str]) -> None:
    other = environment | {"S3_BUCKET": "another"}
    assert run(other, "create") == "Created the bucket another.\n"
    assert run(other, "create") == "The bucket another exists.\n"


def test_the_files_are_saved_and_loaded_again(s3: Bucket, environment: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "files"
    for key, content in FILES.items():
        s3.put(key, content)
    assert run(environment, "save", folder) == f"Saved 2 new files in {folder}.\n"
    s3.put("reports/2026/three", b"third")
    assert run(environment, "save", folder) == f"Saved 1 new files in {folder}.\n"
    s3.empty()
    assert run(environment, "load", folder) == "Stored 3 files.\n"
    names = s3.keys()
    assert {name: s3.content(name) for name in names} == FILES | {"reports/2026/three": b"third"}
    s3.empty()
