"""The doors of the files room: resumable uploads, and signed addresses of what is kept."""

from files.api.objects import router as objects
from files.api.uploads import RESUMABLE, VERSION
from files.api.uploads import router as uploads

__all__ = ["RESUMABLE", "VERSION", "objects", "uploads"]
