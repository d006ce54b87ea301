// The hook for the current width of an element in px.
import { type RefObject, useLayoutEffect, useState } from 'react'

export function useWidth(element: RefObject<HTMLElement | null>, otherwise: number): number {
  const [width, setWidth] = useState(otherwise)
  useLayoutEffect(() => {
    const seen = element.current
    if (seen === null) return
    const measure = () => setWidth(seen.clientWidth || otherwise)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(seen)
    return () => observer.disconnect()
  }, [element, otherwise])
  return width
}
