"""Stores files in a folder on this machine. An upload is one growing file, which is renamed when it is complete."""

import os
from pathlib import Path
from uuid import UUID


class FolderStorage:
    """See files.providers.storage.backend. The results of `put`, `assemble` and `store` survive a power loss."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, upload_id: UUID, offset: int, part: bytes) -> None:
        path = self._upload(upload_id)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # If earlier parts are lost, this raises, because writing would leave a gap in their place.
        handle = os.open(path, os.O_WRONLY | (0 if offset else os.O_CREAT), 0o600)
        try:
            if os.fstat(handle).st_size < offset:
                raise FileNotFoundError(path)
            with memoryview(part) as data:
                written = 0
                while written < len(data):
                    written += os.pwrite(handle, data[written:], offset + written)
            os.fsync(handle)
        finally:
            os.close(handle)

    def head(self, upload_id: UUID, size: int) -> bytes:
        with self._upload(upload_id).open("rb") as file:
            return file.read(size)

    def assemble(self, upload_id: UUID, key: str, content_type: str, size: int) -> None:
        upload, target = self._upload(upload_id), self._file(key)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if upload.exists() and upload.stat().st_size == size:
            upload.rename(target)
        elif target.stat().st_size != size:
            raise FileNotFoundError(key)
        _sync_folder(target.parent)

    def discard(self, upload_id: UUID) -> None:
        self._upload(upload_id).unlink(missing_ok=True)

    def store(self, key: str, content: bytes, content_type: str) -> None:
        target = self._file(key)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = target.with_name(f".{target.name}.new")
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.rename(target)
        _sync_folder(target.parent)

    def read(self, key: str, start: int, size: int, *, retries: bool = True) -> bytes:
        with self._file(key).open("rb") as file:
            return os.pread(file.fileno(), size, start)

    def remove(self, key: str) -> None:
        self._file(key).unlink(missing_ok=True)

    def direct_url(self, key: str, *, content_type: str, disposition: str) -> str | None:
        return None

    def keeps_versions(self) -> bool | None:
        return False

    def _upload(self, upload_id: UUID) -> Path:
        return self._folder / "uploads" / str(upload_id)

    def _file(self, key: str) -> Path:
        return self._folder / key


def _sync_folder(folder: Path) -> None:
    """Sync the entries of a folder to disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
