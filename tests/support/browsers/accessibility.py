"""Accessibility checks of a page: axe, size of touch targets, cut-off content, and visible focus."""

from collections.abc import Sequence
from typing import Literal

from playwright.sync_api import Page, ViewportSize

from tests.support.servers.server import ROOT

AXE = ROOT / "pwa/node_modules/axe-core/axe.min.js"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RUN_AXE = """async () => {
  const rules = { 'target-size': { enabled: true } }
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}"""
# Infinite animations (spinners) are ignored. The loop repeats because an element that inherits a colour starts its
# transition only when the parent's has ended.
WAIT_FOR_ANIMATIONS = """async () => {
  const running = () => document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
  for (let left = 100; left > 0 && running().length > 0; left -= 1) {
    await Promise.all(running().map((one) => one.finished.catch(() => undefined)))
    await new Promise(requestAnimationFrame)
  }
}"""
# The area around the middle of each control that reacts to a touch: at least 44 px for a thumb, 24 px for a mouse.
# Links in a sentence are skipped, because they are as high as their line. A control is skipped too if it, or the figure
# or list item that it belongs to, is partly out of view or partly below an open panel.
SMALL_TARGETS = """() => {
  const least = matchMedia('(pointer: coarse)').matches ? 44 : 24
  const found = []
  const panel = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
  const covers = (box) => {
    const { left, right, top, bottom } = panel.getBoundingClientRect()
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top
  }
  for (const one of document.querySelectorAll('a[href], button, input, textarea, select, [role=button]')) {
    if (one.disabled || one.closest('[inert], [aria-hidden=true]') || one.matches('span > a')) continue
    const box = one.getBoundingClientRect()
    if (box.width < 2 || (panel && !panel.contains(one) && covers(box))) continue
    const whole = (one.closest('li, dl > div') ?? one).getBoundingClientRect()
    let port = { top: 0, bottom: innerHeight }
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowY !== 'visible') {
        const { top, bottom } = up.getBoundingClientRect()
        port = { top: Math.max(port.top, top), bottom: Math.min(port.bottom, bottom) }
      }
    }
    if (whole.top < port.top || whole.bottom > port.bottom) continue
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const hits = (dx, dy) => {
      const hit = document.elementFromPoint(x + dx, y + dy)
      return hit !== null && (one.contains(hit) || (hit.closest('label')?.contains(one) ?? false))
    }
    if (!hits(0, 0)) continue
    const reach = (dx, dy) => {
      let far = 0
      while (far < least && hits(dx * (far + 1), dy * (far + 1))) far += 1
      return far
    }
    const [width, height] = [1 + reach(-1, 0) + reach(1, 0), 1 + reach(0, -1) + reach(0, 1)]
    if (Math.min(width, height) < least - 1) found.push(`target of ${width} x ${height} px: ${one.outerHTML.slice(0, 200)}`)
  }
  return found
}"""
CUT_OFF = """() => [document.scrollingElement, ...document.querySelectorAll('main, [role=log], [role=dialog], ul, form')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
  .map((one) => `wider than its place: ${one.outerHTML.slice(0, 200)}`)"""
# The control, its `::after` element or one of its ancestors may draw the focus ring.
FOCUSED = """() => {
  const one = document.activeElement
  if (one === null || one === document.body) return null
  const drawn = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
  const around = []
  for (let up = one; up && up !== document.body; up = up.parentElement) around.push(up)
  const seen = around.some((up) => drawn(getComputedStyle(up)) || drawn(getComputedStyle(up, '::after')))
  return [one.outerHTML.slice(0, 200), seen]
}"""
# The controls that Tab reaches. If a panel is open, only its controls count: it keeps the focus, or closes after Tab.
STOPS = """() => {
  const panel = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
  if (panel === undefined) {
    document.activeElement?.blur()
    return 80
  }
  panel.focus()
  return panel.querySelectorAll('a[href], button:not(:disabled), input, textarea, select').length
}"""


MEDIA = """() => [
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : 'no-preference',
]"""


def faults(page: Page, sizes: Sequence[ViewportSize]) -> list[str]:
    """The problems of the current page at each size, in both colour schemes; restores its size, scheme and motion."""
    before = page.viewport_size
    scheme_before, motion_before = page.evaluate(MEDIA)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    problems: list[str] = []
    try:
        for size in sizes:
            page.set_viewport_size(size)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.evaluate(WAIT_FOR_ANIMATIONS)
                checks = (RUN_AXE, SMALL_TARGETS, CUT_OFF) if scheme == "light" else (RUN_AXE,)
                for check in checks:
                    problems += [f"{size['width']} px, {scheme}: {each}" for each in page.evaluate(check)]
    finally:
        page.emulate_media(color_scheme=scheme_before, reduced_motion=motion_before)
        if before is not None:
            page.set_viewport_size(before)
    return problems


def unseen_focus(page: Page) -> list[str]:
    """The controls that get the focus by Tab without a visible ring, on the page or in the open panel.

    It is a problem too if Tab reaches no control at all.
    """
    first, problems = None, []
    for _ in range(page.evaluate(STOPS)):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop is None or stop[0] == first:
            break
        first = first or stop[0]
        if not stop[1]:
            problems.append(f"focus without a visible ring: {stop[0]}")
    return problems if first is not None else [*problems, "Tab reaches no control"]
