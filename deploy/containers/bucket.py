"""Creates the bucket of uploaded files of deploy/compose.yml, copies it into a folder, and copies it back.

Usage: python deploy/containers/bucket.py create | save FOLDER | load FOLDER

It reads settings of the product: S3_BUCKET, S3_ENDPOINT, and the keys in the files that S3_ACCESS_KEY_FILE and
S3_SECRET_KEY_FILE name. A stored file never changes, so `save` copies only files that FOLDER lacks. It deletes nothing.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import ClientError


def client_of(environment: Mapping[str, str]) -> Any:
    """A client of the store."""
    access_key, secret_key = (
        Path(environment[name]).read_text(encoding="utf-8").strip()
        for name in ("S3_ACCESS_KEY_FILE", "S3_SECRET_KEY_FILE")
    )
    keys = {"aws_access_key_id": access_key, "aws_secret_access_key": secret_key}
    return boto3.client("s3", endpoint_url=environment["S3_ENDPOINT"], region_name="us-east-1", **keys)


def create(store: Any, bucket: str) -> str:
    """Create the bucket if it is missing. Raises ClientError if the store rejects the keys."""
    try:
        store.head_bucket(Bucket=bucket)
    except ClientError as error:
        if error.response["Error"]["Code"] != "404":
            raise
        store.create_bucket(Bucket=bucket)
        return f"Created the bucket {bucket}."
    return f"The bucket {bucket} exists."


def save(store: Any, bucket: str, folder: Path) -> str:
    """Copy the files that `folder` lacks. Run it after the backup of the database, so that all files it names exist."""
    count = 0
    for page in store.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        for item in page.get("Contents", ()):
            target = folder / item["Key"]
            if target.exists() and target.stat().st_size == item["Size"]:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f"{target.name}.part")
            store.download_file(bucket, item["Key"], str(part))
            part.replace(target)
            count += 1
    return f"Saved {count} new files in {folder}."


def load(store: Any, bucket: str, folder: Path) -> str:
    """Store every file of `folder` in the bucket again."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".part")
    for path in files:
        store.upload_file(str(path), bucket, path.relative_to(folder).as_posix())
    return f"Stored {len(files)} files."


def main(command: str, *arguments: str) -> str:
    store, bucket = client_of(os.environ), os.environ["S3_BUCKET"]
    if command == "create":
        return create(store, bucket)
    return {"save": save, "load": load}[command](store, bucket, Path(*arguments))


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
