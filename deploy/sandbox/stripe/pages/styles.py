"""The layout of the hosted pages, for phones and desktops, light and dark; each page says that it is a fake."""

from html import escape

from sandbox.server import Answer

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --ink: #1a1f36; --soft: #5b6478; --line: #d9dee8; --paper: #fff; --ground: #f6f8fb; --accent: #1a56c4;
  --on-accent: #fff; --bad: #b3261e; --bad-ground: #fdecea; --good: #1b6e3c; --good-ground: #e6f4ea }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf4; --soft: #a5aec2; --line: #38415a; --paper: #1b2236;
  --ground: #111627; --accent: #8ab0ff; --on-accent: #0b1530; --bad: #ffb4ab; --bad-ground: #4a1512; --good: #8fdcaa;
  --good-ground: #12361f } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink) }
.note { margin: 0; padding: .625rem 1rem; text-align: center; background: #8a4b00; color: #fff; font-size: .875rem;
  font-weight: 600 }
main { width: min(100%, 60rem); margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 1.5rem }
main.narrow { width: min(100%, 30rem) }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.125rem; margin: 0 0 .75rem }
p { margin: 0 0 .75rem }
.soft { color: var(--soft) }
.price { font-size: 2.25rem; font-weight: 700; line-height: 1.2; letter-spacing: -.02em; margin: 0 }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .875rem; padding: 1.25rem;
  min-width: 0 }
.rows { display: grid; gap: .5rem; margin: 1rem 0 0; padding: 1rem 0 0; border-top: 1px solid var(--line) }
.rows div { display: flex; justify-content: space-between; gap: 1rem }
.rows dt, .rows dd { margin: 0 }
label { display: block; margin: .875rem 0 .25rem; font-size: .875rem; font-weight: 600 }
input, select { width: 100%; min-height: 2.75rem; padding: 0 .75rem; font: inherit; color: var(--ink);
  background: var(--paper); border: 1px solid var(--line); border-radius: .5rem }
input[type=checkbox] { width: 1.25rem; min-height: 1.25rem; margin: 0; accent-color: var(--accent) }
label:has(> input[type=checkbox]) { display: flex; align-items: center; gap: .625rem; min-height: 2.75rem; margin: 0 }
input[readonly] { background: var(--ground); color: var(--soft) }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem;
  padding: 0 1.125rem; font: inherit; font-weight: 600; border-radius: .5rem; border: 1px solid var(--line);
  background: var(--paper); color: var(--ink); cursor: pointer; text-decoration: none }
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
button.wide { width: 100%; margin-top: 1.25rem }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1rem }
.message { padding: .75rem 1rem; border-radius: .5rem; margin: 0 0 1rem; font-weight: 500 }
.message.bad { background: var(--bad-ground); color: var(--bad) }
.message.good { background: var(--good-ground); color: var(--good) }
.badge { display: inline-block; padding: .125rem .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600;
  background: var(--good-ground); color: var(--good) }
.badge.bad { background: var(--bad-ground); color: var(--bad) }
a { color: var(--accent) }
a.back { display: inline-flex; align-items: center; min-height: 2.75rem; text-decoration: none; font-weight: 600 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
ul.plain { list-style: none; margin: 0; padding: 0 }
ul.plain li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem;
  padding: .5rem 0; border-top: 1px solid var(--line) }
ul.plain li:first-child { border-top: 0 }
ul.plain a { display: inline-flex; align-items: center; min-height: 2.75rem }
details { margin-top: 1rem; font-size: .875rem }
summary { min-height: 2.75rem; display: flex; align-items: center; gap: .5rem; cursor: pointer; color: var(--soft) }
summary::before { content: "▸" }
details[open] > summary::before { content: "▾" }
::placeholder { color: var(--soft); opacity: .8 }
code { font-size: .875rem; white-space: nowrap }
@media (min-width: 48rem) { main { padding-top: 3rem } main.split { grid-template-columns: 1fr 1fr; align-items: start;
  gap: 2.5rem } }
"""
NOTICE = "Stripe sandbox: no real card is charged. Never type a real card number."


def page(title: str, inside: str, *, kind: str = "narrow", framed_by: str = "", script: str = "") -> Answer:
    """Return a complete page; `inside` is markup, and `script` the address of a script of the fake."""
    code = f'<script src="{escape(script)}" defer></script>' if script else ""
    text = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)} (sandbox)</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>{STYLE}</style>{code}</head>
<body><header><p class="note" role="note">{NOTICE}</p></header><main class="{kind}">{inside}</main></body></html>"""
    return Answer(200, text.encode(), framed_by=framed_by)


def money(amount: int, currency: str) -> str:
    """Format an amount given in hundredths of the currency."""
    sign = {"usd": "$", "eur": "€", "gbp": "£"}.get(currency, f"{currency.upper()} ")
    return f"{sign}{amount / 100:,.2f}"


def message(text: str, kind: str = "bad") -> str:
    return f'<p class="message {kind}" role="alert">{escape(text)}</p>' if text else ""
