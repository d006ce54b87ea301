"""Runs the sandbox of fake providers for DEMO=1 in a child process that ends with the server."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings

from environment.stripe_account import KEYS

STOP_TIMEOUT_S = 5


@contextmanager
def sandbox() -> Iterator[Callable[[], bool]]:
    """Runs the sandbox, reachable only from this machine, inside the context. Yields a check whether it still runs.

    The child exits when its stdin closes, which also happens if this process is killed. Ctrl-C in a terminal does not
    reach the child, because the server still uses it and would log twenty lines about a refused connection.
    """
    folder = settings.ENVIRONMENT.root / "deploy"
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    arguments = ["--port", str(settings.SANDBOX_PORT), "--data", str(settings.DATA_DIR), "--site", settings.SITE_URL]
    arguments += ["--hook", f"http://127.0.0.1:{settings.PORT}/functions/v1/stripe-webhook"]
    env = {**os.environ, "PYTHONPATH": path, **_stripe_keys(), **_video_account()}
    command = [sys.executable, "-m", "sandbox", *arguments]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, env=env, start_new_session=True)
    try:
        yield lambda: child.poll() is None
    finally:
        if child.stdin is not None:
            child.stdin.close()
        try:
            child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _stripe_keys() -> dict[str, str]:
    """The Stripe keys for the sandbox; blank if the product uses the real Stripe, so that no real key leaks."""
    account = settings.STRIPE
    keys = (account.secret_key, account.publishable_key, account.webhook_secret)
    return {one.name: (key or "") if settings.IS_STRIPE_SANDBOXED else "" for one, key in zip(KEYS, keys, strict=True)}


def _video_account() -> dict[str, str]:
    """Blanks the video account unless videos go to the sandbox, because the sandbox must not get a real account."""
    host = settings.VIDEO_HOST
    is_sandboxed = host is not None and host.api == f"http://127.0.0.1:{settings.SANDBOX_PORT}"
    return {} if is_sandboxed else {"CLOUDINARY_URL": ""}
