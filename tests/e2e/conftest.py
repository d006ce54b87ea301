"""The server, the browser and the devices of the end-to-end tests; a failed test leaves screenshots and logs."""

import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.e2e.users import Agency, BrowserUser
from tests.support.browsers.browser import Device, Kind, device, launch, persistent_device
from tests.support.fakes.sandbox import VIDEO_ACCOUNT, Sandbox, running_sandbox
from tests.support.servers.server import FAST_PASSWORDS, FOR_TESTS, Server, free_port

ARTIFACTS = Path(__file__).parent / "artifacts"
FAILED = pytest.StashKey[bool]()

# A wait ends as soon as its condition holds. A limit of 15 s failed on a machine whose server took 38 s to start.
expect.set_options(timeout=30_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


# Scoped to this package, because a running browser holds the event loop that asynchronous tests elsewhere need.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """The sandbox beside the installation: its language model and its video host."""
    with running_sandbox(tmp_path_factory.mktemp("model"), "", free_port()) as running:
        yield running


@pytest.fixture(scope="package")
def agency(tmp_path_factory: pytest.TempPathFactory, model: Sandbox) -> Iterator[Agency]:
    """A real installation without demo data, with one admin."""
    variables = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "sandbox"}
    variables |= {"CLOUDINARY_API": model.url, "CLOUDINARY_URL": VIDEO_ACCOUNT}
    server = Server(tmp_path_factory.mktemp("agency"), **FOR_TESTS, **FAST_PASSWORDS, **variables)
    server.start()
    yield Agency(server)
    server.stop()


@pytest.fixture(autouse=True)
def server_is_running(agency: Agency) -> None:
    """Starts the server if the previous test left it stopped."""
    if not agency.server.is_running:
        agency.server.start()


class Devices:
    """Opens devices for one test; `opened` lists them for the check at its end."""

    def __init__(self, browser: Browser, playwright: Playwright, agency: Agency, *, with_worker: bool = True) -> None:
        self._browser, self._playwright, self._agency = browser, playwright, agency
        self._with_worker = with_worker
        self.opened: list[Device] = []

    def new(self, kind: Kind = "phone") -> Device:
        return self._add(device(self._browser, self._agency.url, kind, with_worker=self._with_worker))

    def persistent(self, folder: Path, *, offline: bool = False) -> Device:
        """A phone that can be closed and started again with the same storage."""
        return self._add(persistent_device(self._playwright, self._agency.url, folder, offline=offline))

    def _add(self, new_device: Device) -> Device:
        self.opened.append(new_device)
        return new_device


@pytest.fixture
def devices(
    request: pytest.FixtureRequest, browser: Browser, playwright: Playwright, agency: Agency
) -> Iterator[Devices]:
    """Devices of this test. An unexpected error in one of their consoles fails it."""
    with_worker = request.node.get_closest_marker("without_worker") is None
    yield from checked_devices(request, Devices(browser, playwright, agency, with_worker=with_worker), agency)


def checked_devices(request: pytest.FixtureRequest, devices: Devices, agency: Agency) -> Iterator[Devices]:
    """Yield `devices` for one test. Then take screenshots if it failed, close them, and fail it for console errors."""
    yield devices
    problems = [problem for each in devices.opened for problem in each.problems]
    if problems or request.node.stash.get(FAILED, False):
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        for number, each in enumerate(devices.opened):
            each.save_evidence(ARTIFACTS, f"{name}-{number}")
        (ARTIFACTS / f"{name}-server.log").write_text(agency.server.log_tail(), encoding="utf-8")
    for each in devices.opened:
        each.end()
    assert not problems, "\n".join(problems)


@pytest.fixture
def client(agency: Agency, devices: Devices) -> Callable[[str], BrowserUser]:
    """Signs up a client of this name over HTTP, and opens the app on a phone that has a session of the client."""

    def open_app(name: str) -> BrowserUser:
        return agency.sign_up(name).on(devices.new("phone")).with_session()

    return open_app


@pytest.fixture
def ana(agency: Agency, devices: Devices) -> BrowserUser:
    """The admin at a desktop that has a session."""
    return agency.admin.on(devices.new("desktop")).with_session()
