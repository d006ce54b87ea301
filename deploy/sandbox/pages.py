"""The layout of the fakes' pages; each page says that it is a fake."""

from html import escape

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: Canvas; color: CanvasText }
main { box-sizing: border-box; width: min(100%, 26rem); padding: 1.5rem }
.note { margin: 0; padding: .75rem 1rem; text-align: center; background: #8a4b00; color: #fff; font-weight: 600 }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .25rem }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
input[type=email], input[type=text] { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0 .75rem; font: inherit;
  border: 1px solid GrayText; border-radius: .5rem; background: Field; color: FieldText }
.row { display: flex; gap: .75rem; margin-top: 1.5rem }
button { flex: 1; min-height: 2.75rem; font: inherit; font-weight: 600; border-radius: .5rem; border: 1px solid GrayText;
  background: Canvas; color: CanvasText; cursor: pointer }
button[value=allow] { background: #1a56c4; border-color: #1a56c4; color: #fff }
:focus-visible { outline: 3px solid #1a56c4; outline-offset: 2px }
.check { display: flex; gap: .5rem; align-items: center; margin-top: 1rem; font-weight: 400 }
"""


def page(title: str, inside: str) -> bytes:
    """Return a complete HTML page; `inside` is markup."""
    text = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)} (sandbox)</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>
<body><div><p class="note" role="note">This is a sandbox, not the real {escape(title)}. Never type a real password.</p>
<main>{inside}</main></div></body></html>"""
    return text.encode()


def hidden(fields: dict[str, str]) -> str:
    """Return hidden form fields."""
    return "".join(f'<input type="hidden" name="{escape(n)}" value="{escape(v)}">' for n, v in fields.items())
