"""The installation of deploy/compose.yml: its commands, in its environment, run as processes of this machine."""

from base64 import b64encode
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from websockets.sync.client import connect

from core.ids import uuid7
from tests.support.apps.files import PNG, RESUMABLE, TUS
from tests.support.servers.compose_processes import Installation, client, running, trust
from tests.support.servers.crash_harness import PASSWORD, Json, Line, texts_in

ANA, MAYA = "ana@portal.example", "maya@portal.example"


@pytest.mark.thorough
@pytest.mark.timeout(900)  # five processes start together
def test_a_message_reaches_another_device_through_the_proxy_of_the_containers(tmp_path: Path) -> None:
    with running(tmp_path, AUTH_AUTOCONFIRM="1") as site, client(site) as ana, client(site) as maya:
        assert maya.get("/health/ready").status_code == 200
        site.run("manage", "create_admin", ANA, "--name", "Ana", "--password", PASSWORD)
        token = sign_in(ana, "token?grant_type=password", ANA)
        sign_in(maya, "signup", MAYA)
        client_id = maya.get("/rest/v1/clients").json()["data"]["id"]
        address = f"{site.url.replace('https', 'wss')}/realtime/v1"
        with connect(address, ssl=trust(site), compression=None, max_size=None) as opened:
            device = Line(opened)
            device.send("hello", **hello(ana, token))
            device.frame("live")
            body = {"id": str(uuid7()), "client_id": client_id, "content": "through the proxy"}
            assert maya.post("/rest/v1/messages", json=body).status_code == 201
            assert texts_in(device.frame("ch")) == ["through the proxy"]
        picture = upload(maya).headers["Content-Location"].removeprefix("/storage/v1/object/")
        back_up_and_restore(site, maya, client_id)
        assert (tmp_path / "backups/files" / picture).read_bytes() == PNG
        assert [process for process in ("web-1", "web-2") if "Traceback" in site.log(process)] == []


def back_up_and_restore(site: Installation, maya: httpx.Client, client_id: str) -> None:
    """Follow deploy/docs/install/compose.md: writes after the backup are gone, and everything else is back."""
    assert site.run("manage", "/backups/copy", entrypoint="/opt/pulseboard/deploy/backup").startswith("Saved ")
    assert site.run("files", "save", "/backups/files").startswith("Saved ")
    body = {"id": str(uuid7()), "client_id": client_id, "content": "after the backup"}
    maya.post("/rest/v1/messages", json=body).raise_for_status()
    site.products.close()
    site.run("manage", "--yes", "/backups/copy", entrypoint="/opt/pulseboard/deploy/restore")
    assert site.run("files", "load", "/backups/files").startswith("Stored ")
    query = "from messaging.models import Message; print([m.content for m in Message.objects.all()])"
    assert site.run("manage", "shell", "--no-imports", "-c", query) == "['through the proxy']\n"


def sign_in(http: httpx.Client, grant: str, email: str) -> str:
    """Sign this client in; returns the access token."""
    body = {"email": email, "password": PASSWORD, "data": {"full_name": email}}
    token: str = http.post(f"/auth/v1/{grant}", json=body).raise_for_status().json()["access_token"]
    http.headers["Authorization"] = f"Bearer {token}"
    return token


def upload(http: httpx.Client) -> httpx.Response:
    """Upload a picture, which the server stores in the bucket; returns the response to its only part."""
    fields = {"id": str(uuid7()), "bucket": "message-attachments", "filename": "picture.png", "filetype": "image/png"}
    metadata = ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in fields.items())
    headers = TUS | {"Upload-Length": str(len(PNG)), "Upload-Metadata": metadata}
    created = http.post(RESUMABLE, headers=headers).raise_for_status()
    part = TUS | {"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    return http.patch(created.headers["Location"], headers=part, content=PNG).raise_for_status()


def hello(http: httpx.Client, token: str) -> Json:
    """The first frame of an admin's new device, with the cursor at the end of the admins' stream."""
    load = http.post("/realtime/v1/bootstrap", json={"s": "w"}).raise_for_status().json()
    cursor = {key: load[key] for key in ("s", "e", "c", "at")}
    ids = {"dev": str(uuid4()), "tab": str(uuid4()), "token": token}
    return {"p": 1, "build": "2099.1.1", "vis": True, "subs": [cursor], **ids}
