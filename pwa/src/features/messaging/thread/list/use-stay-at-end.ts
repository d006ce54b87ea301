// Keeps messages in place when the list's height changes, for example by a file in the draft or a bar above the list.
import { type RefObject, useEffect } from 'react'

/**
 * At the end, the newest message stays in view. Elsewhere, the messages stay where they are on the screen, also if the
 * list then begins lower or higher. The virtualizer reports a new height only if it brings other rows into view, so
 * this watches the element itself. `toEnd` must be stable.
 */
export function useStayAtEnd(
  scroller: RefObject<HTMLElement | null>,
  atEnd: RefObject<boolean>,
  toEnd: () => void,
): void {
  useEffect(() => {
    const box = scroller.current
    if (box === null) return
    const topOf = () => box.getBoundingClientRect().top
    let height = box.clientHeight
    let top = topOf()
    const observer = new ResizeObserver(() => {
      const before = top
      top = topOf()
      if (box.clientHeight === height) return
      height = box.clientHeight
      if (atEnd.current) toEnd()
      else box.scrollTop += top - before
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, atEnd, toEnd])
}
