// Keeps the newest message in view when the list gets lower, for example by a file in the draft.
import { type RefObject, useEffect } from 'react'

/**
 * The virtualizer reports a new height only if it brings other rows into view, so this watches the element
 * itself. `toEnd` must be stable.
 */
export function useStayAtEnd(
  scroller: RefObject<HTMLElement | null>,
  atEnd: RefObject<boolean>,
  toEnd: () => void,
): void {
  useEffect(() => {
    const box = scroller.current
    if (box === null) return
    let height = box.clientHeight
    const observer = new ResizeObserver(() => {
      if (box.clientHeight !== height && atEnd.current) toEnd()
      height = box.clientHeight
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, atEnd, toEnd])
}
