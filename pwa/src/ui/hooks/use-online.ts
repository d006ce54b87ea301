// Whether the browser is online; `onReturn` runs when it is online again.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

function watch(tell: () => void): () => void {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

export function useOnline(onReturn: () => void): boolean {
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    const come = () => returned()
    addEventListener('online', come)
    return () => removeEventListener('online', come)
  }, [])
  return useSyncExternalStore(watch, () => navigator.onLine)
}
