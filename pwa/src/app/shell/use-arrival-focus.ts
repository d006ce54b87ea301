// Focuses the page's content after a navigation inside the app, if no element has the focus.
import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { useLostFocus } from '../../ui/hooks/use-lost-focus'

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

/** The rules of the focus as a component, so that they can load lazily. */
export default function ArrivalFocus(): null {
  useArrivalFocus()
  useLostFocus()
  return null
}
