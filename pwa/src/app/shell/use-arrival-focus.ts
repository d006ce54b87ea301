// Focuses the page's content after a navigation inside the app, if no element has the focus.
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Does nothing on the first page (its location has the key `default`), because there the tab order must start
 * at the top.
 */
export function useArrivalFocus(): void {
  const { key, pathname } = useLocation()
  useEffect(() => {
    if (key !== 'default' && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  }, [key, pathname])
}

/** The hook as a component, so that it can load lazily. */
export default function ArrivalFocus(): null {
  useArrivalFocus()
  return null
}
