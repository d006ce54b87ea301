// Whether a media query matches, for decisions that CSS cannot make.
import { useCallback, useSyncExternalStore } from 'react'

export function useMedia(query: string): boolean {
  const watch = useCallback(
    (tell: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', tell)
      return () => list.removeEventListener('change', tell)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches)
}
