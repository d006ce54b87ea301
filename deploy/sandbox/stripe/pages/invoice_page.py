"""The hosted page of one invoice."""

from html import escape

from sandbox.server import Answer, Request
from sandbox.stripe.account import Account
from sandbox.stripe.pages.portal_styles import date
from sandbox.stripe.pages.styles import money, page

PATH = "/i/"


def answer(account: Account, request: Request) -> Answer:
    invoice = account.store.find(request.path.removeprefix(PATH).removesuffix("/pdf"), "invoice")
    if invoice is None or invoice["status"] == "draft":
        return page("Invoice", "<h1>This invoice cannot be found</h1>")
    currency = invoice["currency"]
    rows = "".join(
        f"<div><dt>{escape(line['description'])}</dt><dd>{money(line['amount'], currency)}</dd></div>"
        for line in invoice["lines"]["data"]
    )
    kind = "" if invoice["status"] == "paid" else "bad"
    return page(
        "Invoice",
        f"""<section class="card"><h1>Invoice {escape(invoice["number"])}</h1>
<p><span class="badge {kind}">{invoice["status"].capitalize()}</span></p>
<p class="soft">{date(invoice["created"])} · {escape(invoice["customer_email"] or "")}</p>
<dl class="rows">{rows}<div><dt><strong>Total</strong></dt><dd><strong>{money(invoice["total"], currency)}</strong></dd></div></dl>
</section>""",
    )
