"""Writes one page with pictures of every screen in every state: on a phone and a desktop, in light and dark."""

import html
import re
import shutil
from pathlib import Path

from playwright.sync_api import Page

from tests.support.browsers.accessibility import SCHEMES, WAIT_FOR_ANIMATIONS
from tests.support.browsers.browser import Kind

KINDS: tuple[Kind, ...] = ("phone", "desktop")
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Catalogue of screens</title>
<style>
  :root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }}
  body {{ margin: 0 auto; padding: 1rem 2rem; max-width: 110rem }}
  input {{ font: inherit; padding: .5rem; width: min(30rem, 100%) }}
  section {{ margin: 2rem 0 }}
  div {{ display: grid; grid-template-columns: 1fr 1fr 3.7fr 3.7fr; gap: 1rem; align-items: start }}
  img {{ width: 100%; border: 1px solid #8888; border-radius: 6px }}
</style>
<h1>Catalogue of screens</h1>
<p>{count} states. <label>Show only <input type="search" placeholder="a word of the name"></label></p>
{sections}
<script>
  document.querySelector('input').addEventListener('input', ({{ target }}) => {{
    const word = target.value.toLowerCase()
    for (const one of document.querySelectorAll('section')) one.hidden = !one.id.toLowerCase().includes(word)
  }})
</script>
</html>
"""


class Catalogue:
    """Takes the pictures into a folder, which it empties first, and writes their page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pictures: dict[str, dict[str, str]] = {}
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

    def add(self, name: str, kind: Kind, page: Page) -> None:
        """Take pictures of the visible part of the page in both schemes."""
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.evaluate(WAIT_FOR_ANIMATIONS)
            file = f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}-{kind}-{scheme}.jpg"
            page.screenshot(path=self._folder / file, type="jpeg", quality=70)
            self._pictures.setdefault(name, {})[f"{kind}, {scheme}"] = file

    def write(self) -> Path:
        """Write the page; returns its path."""
        sections = [_section(name, pictures) for name, pictures in self._pictures.items()]
        path = self._folder / "index.html"
        path.write_text(PAGE.format(count=len(sections), sections="\n".join(sections)), encoding="utf-8")
        return path


def _section(name: str, pictures: dict[str, str]) -> str:
    title = html.escape(name)
    cells = []
    for variant in (f"{kind}, {scheme}" for kind in KINDS for scheme in SCHEMES):
        file = pictures.get(variant)
        cells.append(f'<img loading="lazy" src="{file}" alt="{title}: {variant}">' if file else "<span></span>")
    return f'<section id="{title}"><h2>{title}</h2><div>{"".join(cells)}</div></section>'
