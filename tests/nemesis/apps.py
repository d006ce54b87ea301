"""The shipped client on devices with wrong clocks, in a Node process beside the simulated devices (`app/host.mjs`)."""

import asyncio
import json
import subprocess
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.nemesis.connections import Json
from tests.nemesis.installation import LIMIT, Installation
from tests.nemesis.journal import Person
from tests.support.servers.server import ROOT

PWA, FOLDER = ROOT / "pwa", ROOT / "tests/nemesis/app"
NODE = [str(ROOT / ".venv/bin/node"), "--import", str(ROOT / "tests/frozen/from_pwa.mjs")]
FIRST_NUMBER = 900
ANSWER_S = 120
TEND_S = 0.5


class Apps:
    """The devices of some users. Call `begin` first and `end` last."""

    def __init__(self, installation: Installation, people: list[Person], seed: int, folder: Path) -> None:
        self.people = people
        self._installation, self._seed, self._script = installation, seed, folder / "app.js"
        self._one_at_a_time = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._tending: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        if not self.people:
            return
        bundle = [*NODE, str(FOLDER / "bundle.mjs"), str(self._script)]
        await asyncio.to_thread(subprocess.run, bundle, cwd=PWA, check=True, capture_output=True, timeout=ANSWER_S)
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
                "user": who.user,
                "client": who.client,
                "canary": who.canary,
                "ports": ports,
                "seed": self._seed * 100 + n,
                "session": await self._installation.hand.surely("open_session", user=who.user),
            }
            for n, who in enumerate(self.people)
        ]
        await self.ask("begin", people=devices)
        self._tending = asyncio.create_task(self._tend())

    async def ask(self, deed: str, **how: object) -> Any:
        """Send a command to the process; returns its result, or [] if there are no apps. Raises RuntimeError."""
        if not self.people:
            return []
        async with self._one_at_a_time, asyncio.timeout(ANSWER_S):
            assert self._process is not None
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps({"do": deed, **how}).encode() + b"\n")
            said = json.loads(await self._process.stdout.readline())
        if "failed" in said:
            raise RuntimeError(said["failed"])
        return said["is"]

    async def _tend(self) -> None:
        """Sign in again every user whose session has ended."""
        while True:
            await asyncio.sleep(TEND_S)
            for user in await self.ask("needing"):
                with suppress(RuntimeError):
                    session = await self._installation.hand.do("open_session", user=user)
                    await self.ask("signIn", user=user, session=session)

    async def unfinished(self, heads: dict[str, dict[str, int]]) -> list[str]:
        """What the apps still have to do; `heads` has the heads of each user's streams."""
        if self._tending is not None and self._tending.done():
            self._tending.result()
        found = [f"an app failed: {failure}" for failure in await self.ask("failures")]
        for who, state in zip(self.people, await self.ask("unfinished"), strict=True):
            found += [f"the app of {who.email}: {left}" for left in state["left"]]
            if state["cursors"] != heads.get(who.user, {}):
                found.append(f"the app of {who.email} has {state['cursors']}, and there is {heads.get(who.user)}")
        return found

    async def dump(self, tables: list[str]) -> list[Json]:
        """Each app's rows of these tables, cursors, and texts."""
        found: list[Json] = await self.ask("dump", tables=tables)
        return found

    async def end(self) -> None:
        if self._tending is not None:
            self._tending.cancel()
            await asyncio.gather(self._tending, return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


def sums(dumps: list[Json], what: str) -> Counter[str]:
    """The sum of a counter over all apps."""
    total: Counter[str] = Counter()
    for dump in dumps:
        total.update(dump[what])
    return total
