// The hook for the current time, updated each minute, for texts such as "5 min ago".
import { useSyncExternalStore } from 'react'

import { serverNow } from '../../lib/time/clock'

const MINUTE_MS = 60_000

/** The server's time in ms, rounded up to the next minute. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, thisMinute)
}

function thisMinute(): number {
  return Math.ceil(serverNow() / MINUTE_MS) * MINUTE_MS
}

function subscribe(notify: () => void): () => void {
  const timer = setInterval(notify, MINUTE_MS / 4)
  return () => clearInterval(timer)
}
