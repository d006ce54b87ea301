"""A process beside the servers, which runs commands of operators."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import suppress
from typing import Any

from tests.support.servers.crash_harness import Place
from tests.support.servers.server import ROOT, SHIPPED

OPERATOR_LIMIT_S = 240  # on a busy machine
LIMIT = 64 * 1024 * 1024  # bytes of one response


class OperatorProcess:
    """The process of `operator_commands`. It can be killed at any time; the next request starts another."""

    def __init__(self, place: Place) -> None:
        self._env = os.environ | SHIPPED | {"DATA_DIR": str(place.data_dir), "DEMO": "0"} | place.settings
        self._env["PYTHONPATH"] = f"{ROOT / 'platform'}{os.pathsep}{ROOT}"
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()

    async def do(self, command: str, **arguments: object) -> Any:
        """Send a command; returns its result. Raises RuntimeError if the command fails or the process dies."""
        async with self._one_at_a_time:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            line = b""
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(OPERATOR_LIMIT_S):
                    process.stdin.write(json.dumps({"command": command, **arguments}).encode() + b"\n")
                    await process.stdin.drain()
                    line = await process.stdout.readline()
            if not line.endswith(b"\n"):  # it died or timed out; the next command must not read its late response
                await self.kill()
                raise RuntimeError(f"no response to {command}")
            response = json.loads(line)
            if "error" in response:
                raise RuntimeError(response["error"])
            return response["result"]

    async def do_with_retries(self, command: str, **arguments: object) -> Any:
        """Send an idempotent command, up to eleven times; returns its result. Raises RuntimeError."""
        for _ in range(10):
            with suppress(RuntimeError):
                return await self.do(command, **arguments)
        return await self.do(command, **arguments)

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            command = [sys.executable, "-m", "tests.support.servers.operator_commands"]
            self._process = await asyncio.create_subprocess_exec(
                *command,
                cwd=ROOT,
                env=self._env,
                limit=LIMIT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process

    async def kill(self) -> None:
        """Kill the process as a crash does (-9)."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
