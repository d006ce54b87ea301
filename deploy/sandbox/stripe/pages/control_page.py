"""The page at /sandbox: clock, webhooks and settings, for manual trials."""

from datetime import UTC, datetime
from html import escape

from sandbox.server import Answer, Request, redirect
from sandbox.stripe.account import DAY_S, Account
from sandbox.stripe.billing import lifecycle
from sandbox.stripe.errors import Json
from sandbox.stripe.pages.styles import message, page

PATH = "/sandbox"
AHEAD = ((1 / 24, "An hour"), (1, "A day"), (11, "11 days"), (14, "14 days"), (31, "31 days"))
AFTER_RETRIES = {"cancel": "are canceled", "unpaid": "become unpaid", "past_due": "stay past due"}
LISTED = 20


def answer(account: Account, request: Request) -> Answer:
    if request.method == "POST":
        _do(account, request.form)
        return redirect(PATH, 303)
    return page("Sandbox", _page(account))


def _do(account: Account, form: dict[str, str]) -> None:
    match form.get("do"):
        case "clock":
            lifecycle.move(account, account.now() + int(float(form["days"]) * DAY_S))
        case "faults":
            faults: Json = {"hold": "hold" in form, "drop": ["all"] if "drop" in form else []}
            account.store.set_value("webhooks", faults | {"copies": 2 if "twice" in form else 1})
        case "release":
            account.webhooks.release([])
        case "settings" if form.get("after_retries") in AFTER_RETRIES:
            account.store.set_value("settings", {"after_retries": form["after_retries"]})


def _page(account: Account) -> str:
    faults, deliveries = account.webhooks.faults(), account.webhooks.deliveries()[-LISTED:]
    ahead = "".join(f'<button name="days" value="{days}">{text}</button>' for days, text in AHEAD)
    rows = "".join(
        f"<li><span>{escape(each['type'])}</span><span class='soft'>{each['state']} ({each['answer'] or '–'})</span></li>"
        for each in reversed(deliveries)
    )
    rules = "".join(
        f'<option value="{each}" {"selected" if each == account.settings()["after_retries"] else ""}>{text}</option>'
        for each, text in AFTER_RETRIES.items()
    )
    checks = "".join(
        f'<label><input type="checkbox" name="{name}" {"checked" if on else ""}> {text}</label>'
        for name, text, on in (
            ("hold", "Hold them", faults["hold"]),
            ("twice", "Deliver each twice", faults["copies"] > 1),
            ("drop", "Lose them", "all" in faults["drop"]),
        )
    )
    return f"""<h1>Sandbox</h1><section class="card"><h2>Stripe’s clock</h2>
<p>{datetime.fromtimestamp(account.now(), UTC):%Y-%m-%d %H:%M} UTC</p>
<form method="post"><input type="hidden" name="do" value="clock"><p class="soft">Move it forward, and run everything that falls due:</p>
<div class="buttons">{ahead}</div></form></section>
<section class="card"><h2>Webhooks</h2>{"" if account.webhooks.is_enabled else message("Events are not delivered.")}
<form method="post">{checks}<div class="buttons"><button name="do" value="faults">Apply</button>
<button name="do" value="release">Release what is held</button></div></form>
<ul class="plain">{rows}</ul></section>
<section class="card"><h2>When the last attempt at a payment has failed</h2><form method="post">
<label for="rule">Subscriptions</label><select id="rule" name="after_retries">{rules}</select>
<div class="buttons"><button name="do" value="settings">Apply</button></div></form></section>"""
