"""The files that browsers load: stripe.js for the product's pages, and its frames."""

from pathlib import Path

from sandbox.server import Answer, Request
from sandbox.stripe.account import Account

PATH = "/v3/"
FOLDER = Path(__file__).with_name("browser")
# stripe.js is the concatenation of these files in this order.
PARTS = ("message-port.js", "elements.js", "stripe.js")
FRAMES = {"card": "card.html", "controller": "controller.html"}
FILES = ("card-style.js", "card.css", "card.js", "challenge.js", "controller.js", "frame.js", "rules.js")
SCRIPT = "text/javascript; charset=utf-8"


def answer(account: Account, request: Request) -> Answer:
    name = request.path.removeprefix(PATH)
    if name in {"", "stripe.js"}:
        inside = "\n".join((FOLDER / part).read_text(encoding="utf-8") for part in PARTS)
        return Answer(200, f";(() => {{\n{inside}\n}})()\n".encode(), SCRIPT)
    if name in FRAMES:
        return Answer(200, (FOLDER / FRAMES[name]).read_bytes(), framed_by=account.site)
    if name in FILES:
        kind = "text/css; charset=utf-8" if name.endswith(".css") else SCRIPT
        return Answer(200, (FOLDER / name).read_bytes(), kind)
    return Answer(404, b"Not found", "text/plain")
