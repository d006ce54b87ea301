"""The folders of this machine in which an installation stores data, and whether they take new files."""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from django.conf import settings

from core import disk


class FolderProbe:
    """Writes a small file in a thread of its own, because a network folder that hangs blocks its caller."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, f"probe-{name}")
        self._last: Future[None] | None = None

    async def is_writable(self, folder: Path | None) -> bool:
        """Whether the folder takes a new file; true for None. Raises OSError, TimeoutError if the last probe hangs."""
        if folder is None:
            return True
        if self._last is not None and not self._last.done():
            raise TimeoutError(f"{folder} does not respond")
        self._last = self._thread.submit(disk.write_probe, folder)
        await asyncio.wrap_future(self._last)
        return True


def data_folder() -> Path:
    """The folder of the setting DATA_DIR."""
    folder: Path = settings.DATA_DIR
    return folder


def files_folder() -> Path | None:
    """The folder of uploaded files; None if they are in a bucket, or if there are none yet."""
    folder = data_folder() / "files"
    return folder if settings.FILES_BUCKET is None and folder.is_dir() else None


_data_probe, _files_probe = FolderProbe("data"), FolderProbe("files")


async def data_folder_is_writable() -> bool:
    """Whether DATA_DIR takes a new file, if the database or the files are in it. Raises OSError."""
    is_used = settings.ENVIRONMENT.database_url is None or settings.FILES_BUCKET is None
    return await _data_probe.is_writable(data_folder() if is_used else None)


async def files_folder_is_writable() -> bool:
    """Whether the folder of uploaded files takes a new file. Raises OSError."""
    return await _files_probe.is_writable(files_folder())
