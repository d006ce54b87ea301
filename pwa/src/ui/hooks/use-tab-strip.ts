// The hook for a row of tabs that scrolls on a narrow screen. The row fades at an edge beyond which there are
// more tabs, and scrolls to the active tab.
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The width of the fade in px. */
const FADE = 32
const ACTIVE = '[aria-selected="true"], [aria-current="page"]'

/** Spread the result on the scrolling element. `active` identifies the active tab. */
export function useTabStrip<E extends HTMLElement>(
  active: string,
): { ref: RefObject<E | null>; style: CSSProperties } {
  const ref = useRef<E>(null)
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const strip = ref.current
    if (strip === null) return
    const measure = () => {
      const before = strip.scrollLeft > 1
      const after = strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 1
      setHidden((last) => (last.before === before && last.after === after ? last : { before, after }))
    }
    const sizes = new ResizeObserver(() => {
      showActive(strip)
      measure()
    })
    sizes.observe(strip)
    // Observe the tabs too, because their widths change with their counts.
    for (const tab of strip.children) sizes.observe(tab)
    strip.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      strip.removeEventListener('scroll', measure)
    }
  }, [])
  useLayoutEffect(() => {
    if (ref.current !== null) showActive(ref.current)
  }, [active])
  const { before, after } = hidden
  const mask = `linear-gradient(to right, ${before ? `transparent, black ${FADE}px` : 'black'}, ${after ? `black calc(100% - ${FADE}px), transparent` : 'black'})`
  return { ref, style: { scrollbarWidth: 'none', ...((before || after) && { maskImage: mask }) } }
}

/**
 * Scrolls to the active tab, up to the edge of the fade. Does not use `scrollIntoView`, which would scroll
 * the page too.
 */
function showActive(strip: HTMLElement): void {
  const tab = strip.querySelector<HTMLElement>(ACTIVE)
  if (tab === null) return
  const start = tab.offsetLeft - strip.offsetLeft - FADE
  const end = start + tab.offsetWidth + 2 * FADE
  if (end > strip.scrollLeft + strip.clientWidth) strip.scrollLeft = end - strip.clientWidth
  else strip.scrollLeft = Math.max(0, Math.min(strip.scrollLeft, start))
}
