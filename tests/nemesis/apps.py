"""The shipped client on devices with wrong clocks, in a Node process beside the simulated devices (`app/host.mjs`)."""

import asyncio
import json
import subprocess
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.nemesis.connections import Json
from tests.nemesis.installation import Installation
from tests.nemesis.journal import DeviceOwner
from tests.support.servers.operator_process import LIMIT
from tests.support.servers.server import ROOT

PWA, FOLDER = ROOT / "pwa", ROOT / "tests/nemesis/app"
NODE = [str(ROOT / ".venv/bin/node"), "--import", str(ROOT / "tests/frozen/from_pwa.mjs")]
FIRST_NUMBER = 900
RESPONSE_LIMIT_S = 120
RENEW_EVERY_S = 0.5


class Apps:
    """The devices that run the shipped client, one for each of `owners`. Call `begin` first and `end` last."""

    def __init__(self, installation: Installation, owners: list[DeviceOwner], seed: int, folder: Path) -> None:
        self.owners = owners
        self._installation, self._seed, self._script = installation, seed, folder / "app.js"
        self._call_lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._renewal: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        if not self.owners:
            return
        bundle = [*NODE, str(FOLDER / "bundle.mjs"), str(self._script)]
        await asyncio.to_thread(
            subprocess.run, bundle, cwd=PWA, check=True, capture_output=True, timeout=RESPONSE_LIMIT_S
        )
        self._process = await asyncio.create_subprocess_exec(
            *NODE,
            str(FOLDER / "host.mjs"),
            str(self._script),
            cwd=PWA,
            limit=LIMIT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        ports = [proxy.port for proxy in self._installation.proxies]
        devices = [
            {
                "number": FIRST_NUMBER + n,
                "user_id": owner.user,
                "client_id": owner.client,
                "canary": owner.canary,
                "ports": ports,
                "seed": self._seed * 100 + n,
                "session": await self._installation.operator.do_with_retries("open_session", user=owner.user),
            }
            for n, owner in enumerate(self.owners)
        ]
        await self.call("begin", devices=devices)
        self._renewal = asyncio.create_task(self._renew_sessions())

    async def call(self, command: str, **arguments: object) -> Any:
        """Send a command to the process; returns its result, or [] if there are no apps. Raises RuntimeError."""
        if not self.owners:
            return []
        async with self._call_lock, asyncio.timeout(RESPONSE_LIMIT_S):
            assert self._process is not None
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps({"command": command, **arguments}).encode() + b"\n")
            response = json.loads(await self._process.stdout.readline())
        if "error" in response:
            raise RuntimeError(response["error"])
        return response["result"]

    async def _renew_sessions(self) -> None:
        """Sign in again every user whose session has ended."""
        while True:
            await asyncio.sleep(RENEW_EVERY_S)
            for user in await self.call("signed_out"):
                with suppress(RuntimeError):
                    session = await self._installation.operator.do("open_session", user=user)
                    await self.call("sign_in", user_id=user, session=session)

    async def unfinished(self, heads: dict[str, dict[str, int]]) -> list[str]:
        """The work that the apps have not finished, as sentences; `heads` has the heads of each user's streams."""
        if self._renewal is not None and self._renewal.done():
            self._renewal.result()
        problems = [f"an app failed: {failure}" for failure in await self.call("failures")]
        for owner, state in zip(self.owners, await self.call("unfinished"), strict=True):
            problems += [f"the app of {owner.email}: {problem}" for problem in state["problems"]]
            if state["cursors"] != heads.get(owner.user, {}):
                problems.append(
                    f"the app of {owner.email} has {state['cursors']}, and the heads are {heads.get(owner.user)}"
                )
        return problems

    async def dump(self, tables: list[str]) -> list[Json]:
        """Each app's rows of these tables, cursors, and texts."""
        dumps: list[Json] = await self.call("dump", tables=tables)
        return dumps

    async def end(self) -> None:
        if self._renewal is not None:
            self._renewal.cancel()
            await asyncio.gather(self._renewal, return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


def sums(dumps: list[Json], name: str) -> Counter[str]:
    """The sum of the counter `name` over all apps."""
    total: Counter[str] = Counter()
    for dump in dumps:
        total.update(dump[name])
    return total
