"""`python -m sandbox`: serves the fakes until its parent process closes its standard input or ends."""

import os
import signal
import sys
import threading
from argparse import ArgumentParser
from pathlib import Path

from sandbox.google.analytics import Analytics
from sandbox.google.control import Control
from sandbox.google.sign_in import Google
from sandbox.google.tokens import Tokens
from sandbox.model import Model
from sandbox.server import Stand, serve
from sandbox.sms import Sms
from sandbox.stripe.stand import Stripe
from sandbox.stripe.world import Keys
from sandbox.video_host import Account, VideoHost

HERE = "127.0.0.1"


def end_with_parent() -> None:
    """End this process with its parent: the pipe closes however the parent ends."""
    sys.stdin.buffer.read()
    os._exit(0)


def stripe_keys() -> Keys | None:
    """Return the product's Stripe keys from the environment, or None, which leaves Stripe out."""
    secret, publishable = os.environ.get("STRIPE_SECRET_KEY"), os.environ.get("STRIPE_PUBLISHABLE_KEY")
    webhook = os.environ.get("STRIPE_WEBHOOK_SECRET")
    return Keys(secret, publishable, webhook) if secret and publishable and webhook else None


def main() -> None:
    asked = ArgumentParser(prog="sandbox")
    asked.add_argument("--port", type=int, required=True)
    asked.add_argument("--data", type=Path, required=True, help="the folder that everything is kept in")
    asked.add_argument("--site", required=True, help="the product's own address, the only one that may send browsers")
    asked.add_argument("--hook", default="", help="where Stripe's events are delivered")
    given = asked.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and ends this process by the pipe
    threading.Thread(target=end_with_parent, daemon=True).start()
    issuer = f"http://{HERE}:{given.port}"
    tokens = Tokens()
    control = Control(tokens)
    google: list[Stand] = [Google(issuer, given.site, tokens, control), Analytics(tokens, control), control]
    stands: list[Stand] = [*google, Sms(given.data / "sms"), Model()]
    if account := Account.of(os.environ.get("CLOUDINARY_URL", "")):
        stands.append(VideoHost(account, given.data / "sandbox-videos", issuer))
    if keys := stripe_keys():  # last, because it rejects every remaining path as Stripe does
        stands.append(Stripe(issuer, given.site, keys, given.data / "sandbox", given.hook))
    try:
        serve(HERE, given.port, stands)
    except OSError as taken:
        sys.exit(f"SANDBOX_PORT: nothing is played, for {HERE}:{given.port} is not to be had: {taken.strerror}")


if __name__ == "__main__":
    main()
