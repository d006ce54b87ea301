// The hook that returns whether the browser is online. `onReturn` runs when it is online again.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

function subscribe(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

export function useOnline(onReturn: () => void): boolean {
  const callOnReturn = useEffectEvent(onReturn)
  useEffect(() => {
    const onOnline = () => callOnReturn()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}
