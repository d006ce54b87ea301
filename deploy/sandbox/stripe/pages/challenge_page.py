"""The 3-D Secure page on which a bank asks its customer to confirm."""

from html import escape

from sandbox.server import Answer, Request, redirect
from sandbox.stripe.account import Account
from sandbox.stripe.cards import challenges, payments, setups
from sandbox.stripe.errors import Json
from sandbox.stripe.pages.styles import page

PATH = "/3ds/"
OVER = "<h1>This request has been answered</h1><p>Go back to where you came from.</p>"


def answer(account: Account, request: Request) -> Answer:
    opened = challenges.open_challenge(account, request.path.removeprefix(PATH))
    if opened is None:
        return page("3-D Secure", OVER, framed_by=account.site)
    challenge, intent = opened
    if request.method != "POST":
        return page("3-D Secure", _question(account, intent), framed_by=account.site)
    challenge["is_open"] = False
    part = setups if intent["object"] == "setup_intent" else payments
    part.authenticated(account, intent, is_proved=request.form.get("decision") == "complete")
    if challenge["back"] is not None:
        return redirect(str(challenge["back"]), 303)
    # stripe.js frames this page and waits for its message.
    done = f'<h1>Thank you</h1><p data-intent="{escape(intent["id"])}">You can go on now.</p>'
    return page("3-D Secure", done, framed_by=account.site, script="/v3/challenge.js")


def _question(account: Account, intent: Json) -> str:
    what = "to pay" if intent["object"] == "payment_intent" else "to keep your card for later payments"
    return f"""<section class="card"><h1>3-D Secure</h1>
<p>A bank would ask here whether you want {what}.</p>
<form method="post"><div class="buttons"><button class="main" name="decision" value="complete">Complete</button>
<button name="decision" value="fail">Fail</button></div></form></section>"""
