"""Uploads that a crash of the server has left incomplete."""

import pytest

from core.actor import Actor
from files import workflows
from files.models import Upload
from sync.writes.db_executor import read
from tests.support.apps.files import Sender


async def upload_before_crash(
    sender: Sender, name: str, content: bytes, monkeypatch: pytest.MonkeyPatch, *, part: int = 4_000_000
) -> Upload:
    """Upload a file to a server that dies after it has stored all bytes and before it assembles the file."""

    async def die(*, actor: Actor, upload: Upload) -> Upload:
        if upload.offset < upload.length:
            return upload
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(workflows, "complete_upload", die)
        with pytest.raises(KeyboardInterrupt):
            await sender.send(name, content, part=part)
    upload = await read(lambda: Upload.objects.get(id=sender.id))
    assert (upload.offset, upload.is_done) == (len(content), False)
    return upload
