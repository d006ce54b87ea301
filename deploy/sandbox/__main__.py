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
from sandbox.server import Provider, serve
from sandbox.sms import Sms
from sandbox.stripe.account import Keys
from sandbox.stripe.provider import Stripe
from sandbox.video_host import Account, VideoHost

HOST = "127.0.0.1"


def end_with_parent() -> None:
    """Wait until the parent ends, however it ends, because then the pipe closes. Then end this process."""
    sys.stdin.buffer.read()
    os._exit(0)


def stripe_keys() -> Keys | None:
    """Return the product's Stripe keys from the environment, or None; then there is no fake of Stripe."""
    secret, publishable = os.environ.get("STRIPE_SECRET_KEY"), os.environ.get("STRIPE_PUBLISHABLE_KEY")
    webhook = os.environ.get("STRIPE_WEBHOOK_SECRET")
    return Keys(secret, publishable, webhook) if secret and publishable and webhook else None


def main() -> None:
    parser = ArgumentParser(prog="sandbox")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder for everything that the fakes store")
    parser.add_argument("--site", required=True, help="the product's own address, the only one that may send browsers")
    parser.add_argument("--hook", default="", help="where Stripe's events are delivered")
    args = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and then closes the pipe
    threading.Thread(target=end_with_parent, daemon=True).start()
    issuer = f"http://{HOST}:{args.port}"
    tokens = Tokens()
    control = Control(tokens)
    google: list[Provider] = [Google(issuer, args.site, tokens, control), Analytics(tokens, control), control]
    providers: list[Provider] = [*google, Sms(args.data / "sms"), Model()]
    if account := Account.of(os.environ.get("CLOUDINARY_URL", "")):
        providers.append(VideoHost(account, args.data / "sandbox-videos", issuer))
    if keys := stripe_keys():  # last, because it rejects every remaining path as Stripe does
        providers.append(Stripe(issuer, args.site, keys, args.data / "sandbox", args.hook))
    try:
        serve(HOST, args.port, providers)
    except OSError as error:
        sys.exit(f"SANDBOX_PORT: the sandbox cannot listen on {HOST}:{args.port}: {error.strerror}")


if __name__ == "__main__":
    main()
