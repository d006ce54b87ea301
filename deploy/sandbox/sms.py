"""A fake of Twilio's API for text messages; each message becomes a file."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from sandbox.server import Answer, Request, in_json

PATH = re.compile(r"/2010-04-01/Accounts/[^/]+/Messages\.json")
NUMBER = re.compile(r"\+[1-9]\d{1,14}")


class Sms:
    """Stores messages in a folder, each with its recipient and its text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def answer(self, request: Request) -> Answer | None:
        if PATH.fullmatch(request.path) is None or request.method != "POST":
            return None
        if request.credentials == ("", ""):
            return in_json({"code": 20003, "message": "Authenticate", "status": 401}, 401)
        to, text = request.form.get("To", ""), request.form.get("Body", "")
        if NUMBER.fullmatch(to) is None:
            return in_json({"code": 21211, "message": f"Invalid 'To' Phone Number: {to}", "status": 400}, 400)
        self._store(to, text)
        sid = f"SM{uuid4().hex}"
        return in_json({"sid": sid, "status": "queued", "to": to, "from": request.form.get("From", "")}, 201)

    def _store(self, to: str, text: str) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%f")
        new_path = self._folder / f".{stamp}.new"
        with os.fdopen(os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"To: {to}\n\n{text}\n")
        new_path.rename(self._folder / f"{stamp}.txt")
