// Hook that returns whether the page is visible and has the focus.
import { useSyncExternalStore } from 'react'

export function useAttention(): boolean {
  return useSyncExternalStore(watch, () => document.visibilityState === 'visible' && document.hasFocus())
}

function watch(tell: () => void): () => void {
  window.addEventListener('focus', tell)
  window.addEventListener('blur', tell)
  document.addEventListener('visibilitychange', tell)
  return () => {
    window.removeEventListener('focus', tell)
    window.removeEventListener('blur', tell)
    document.removeEventListener('visibilitychange', tell)
  }
}
