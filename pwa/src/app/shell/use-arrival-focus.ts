// Puts the focus on the page's content when somebody has come to it inside the app and the focus is nowhere.
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** At the very first page the browser's own order begins at the top: `default` is the key of a location nobody has gone to. */
export function useArrivalFocus(): void {
  const { key, pathname } = useLocation()
  useEffect(() => {
    if (key !== 'default' && document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [key, pathname])
}

/** The hook as a component, which loads beside the first picture. */
export default function ArrivalFocus(): null {
  useArrivalFocus()
  return null
}
