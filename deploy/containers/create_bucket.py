"""Creates the bucket of uploaded files, if it is missing: the service `bucket` of deploy/compose.yml.

Reads the settings that the product reads: S3_BUCKET, S3_ENDPOINT, and the keys in the files that S3_ACCESS_KEY_FILE and
S3_SECRET_KEY_FILE name.
"""

import os
from pathlib import Path

import boto3
from botocore.exceptions import ClientError


def create(environment: dict[str, str]) -> str:
    """A line that says what was done. Raises ClientError if the store rejects the keys."""
    name = environment["S3_BUCKET"]
    access_key, secret_key = (
        Path(environment[variable]).read_text(encoding="utf-8").strip()
        for variable in ("S3_ACCESS_KEY_FILE", "S3_SECRET_KEY_FILE")
    )
    store = boto3.client(
        "s3",
        endpoint_url=environment["S3_ENDPOINT"],
        region_name="us-east-1",
        aws_access_key_id=access_key,
        aws_secret_access_key=secret_key,
    )
    try:
        store.head_bucket(Bucket=name)
    except ClientError as error:
        if error.response["Error"]["Code"] != "404":
            raise
        store.create_bucket(Bucket=name)
        return f"Created the bucket {name}."
    return f"The bucket {name} exists."


if __name__ == "__main__":
    print(create(dict(os.environ)))
