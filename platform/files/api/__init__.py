"""HTTP endpoints of the files app: resumable uploads, signed addresses, and downloads."""

from files.api.objects import router as objects
from files.api.portraits import router as portraits
from files.api.uploads import RESUMABLE, VERSION
from files.api.uploads import router as uploads

__all__ = ["RESUMABLE", "VERSION", "objects", "portraits", "uploads"]
