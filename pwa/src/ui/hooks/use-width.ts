// The hook for the current width of an element in px.
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns `fallback` until the element has a width. */
export function useWidth(element: RefObject<HTMLElement | null>, fallback: number): number {
  const [width, setWidth] = useState(fallback)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return
    const measure = () => setWidth(box.clientWidth || fallback)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, fallback])
  return width
}
