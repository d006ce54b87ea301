"""`make phone`: a browser that trusts only this computer's certificate authority uses the app over TLS."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Error, Playwright, expect

from core.ids import uuid7
from demo.seed import PASSWORD
from tests.support.browsers.browser import APP_IS_CACHED, FLAGS, PHONE, chromium
from tests.support.servers.crash_harness import eventually
from tests.support.servers.server import ROOT, SHIPPED, START_S, free_port

ADDRESS = "127.0.0.1"
MAYA, ANA = "maya@harborcoffee.example", "ana@pulseboard.example"
ANNOUNCEMENT = "Scan this code"


@pytest.fixture
def ports() -> dict[str, int]:
    return {name: free_port() for name in ("server", "sandbox", "app", "page")}


@pytest.fixture
def phone(tmp_path: Path, ports: dict[str, int]) -> Iterator[None]:
    """`make phone` at this machine's own address, which is a private one."""
    settings = {"DATA_DIR": str(tmp_path / "data"), "PORT": str(ports["server"]), "SANDBOX_PORT": str(ports["sandbox"])}
    env = os.environ | SHIPPED | settings | {"PYTHONPATH": str(ROOT / "deploy")}
    options = ["--address", ADDRESS, "--app-port", str(ports["app"]), "--page-port", str(ports["page"])]
    log = tmp_path / "log"
    with log.open("wb") as output:
        command = ["setpriv", "--pdeathsig=TERM", "--", sys.executable, "-m", "phone", *options]
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=output, stderr=subprocess.STDOUT)
    try:
        assert eventually(lambda: ANNOUNCEMENT in log.read_text(), START_S), log.read_text()
        yield
    finally:
        process.terminate()
        process.wait(30)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{ADDRESS}:{ports['server']}/health/live")


@contextmanager
def browser(playwright: Playwright, home: Path, certificate: bytes | None) -> Iterator[BrowserContext]:
    """A phone's browser, which trusts this certificate (DER) as an authority and no other installed one."""
    store = home / ".pki/nssdb"
    store.mkdir(parents=True)
    certutil = ["certutil", "-d", f"sql:{store}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    if certificate is not None:
        (home / "authority.crt").write_bytes(certificate)
        add = ["-A", "-t", "C,,", "-n", "Pulseboard", "-i", str(home / "authority.crt")]
        subprocess.run([*certutil, *add], check=True)
    context = playwright.chromium.launch_persistent_context(
        home / "profile", executable_path=chromium(), args=FLAGS, viewport=PHONE, env={"HOME": str(home)}
    )
    context.set_default_timeout(30_000)
    try:
        yield context
    finally:
        context.close()


@pytest.mark.thorough
def test_a_phone_that_trusts_the_certificate_installs_the_app_and_receives_a_message(
    playwright: Playwright, tmp_path: Path, ports: dict[str, int], phone: None
) -> None:
    page_url, app = f"http://{ADDRESS}:{ports['page']}/", f"https://{ADDRESS}:{ports['app']}"
    certificate = httpx.get(f"{page_url}pulseboard.crt").content
    rejected = pytest.raises(Error, match=r"ERR_CERT_AUTHORITY_INVALID")
    with browser(playwright, tmp_path / "stranger", None) as stranger, rejected:
        stranger.pages[0].goto(app)
    with browser(playwright, tmp_path / "trusting", certificate) as trusting:
        page, sockets = trusting.pages[0], []
        page.on("websocket", lambda socket: sockets.append(socket.url))
        page.goto(page_url)
        page.get_by_role("link", name="Open Pulseboard").click()
        expect(page).to_have_url(f"{app}/")
        page.goto(f"{app}/auth")
        page.get_by_label("Email Address").fill(MAYA)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name=re.compile("^Sign In$", re.IGNORECASE)).click()
        expect(page).to_have_url(re.compile("/dashboard"))
        page.goto(f"{app}/dashboard/messaging")
        page.wait_for_function(f"async () => await ({APP_IS_CACHED})()")
        write_as_ana(f"http://{ADDRESS}:{ports['server']}", "Over TLS on this network")
        expect(page.get_by_text("Over TLS on this network").first).to_be_visible()
        assert {url.partition("?")[0] for url in sockets} == {f"wss://{ADDRESS}:{ports['app']}/realtime/v1"}


def write_as_ana(url: str, content: str) -> None:
    """Send a message from the demo's admin to Maya."""
    with signed_in(url, MAYA) as maya, signed_in(url, ANA) as ana:
        client_id = maya.get("/rest/v1/clients").json()["data"]["id"]
        body = {"id": str(uuid7()), "client_id": client_id, "content": content}
        ana.post("/rest/v1/messages", json=body).raise_for_status()


@contextmanager
def signed_in(url: str, email: str) -> Iterator[httpx.Client]:
    """An HTTP client that is signed in as this user of the demo."""
    with httpx.Client(base_url=url, timeout=30) as http:
        session = http.post("/auth/v1/token?grant_type=password", json={"email": email, "password": PASSWORD}).json()
        http.headers["Authorization"] = f"Bearer {session['access_token']}"
        yield http
