// Hook that returns whether the page is visible and has the focus.
import { useSyncExternalStore } from 'react'

export function usePageFocus(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible' && document.hasFocus())
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('focus', notify)
  window.addEventListener('blur', notify)
  document.addEventListener('visibilitychange', notify)
  return () => {
    window.removeEventListener('focus', notify)
    window.removeEventListener('blur', notify)
    document.removeEventListener('visibilitychange', notify)
  }
}
