// Refetches data of the admin dashboard that no stream contains, whenever it may have changed.
import { useEffect, useEffectEvent, useRef } from 'react'

import { steady } from '../lib/time/clock'
import { useStored, useSyncStatus } from './live'

/** Most actions of admins change a row of the stream `w`. This interval covers the others. */
const INTERVAL_MS = 5000
/** A busy `w` stream causes at most one request a second. */
const MIN_GAP_MS = 1000

/**
 * Calls `refetch` at once, after each change in the stream `w`, when the connection is lost or restored, when
 * the page becomes visible, and every 5 s while online. Never calls it while the page is hidden.
 */
export function useRefetch(refetch: () => void): void {
  const isOffline = useSyncStatus().link.is === 'offline'
  // Undefined until it is read; null if this device has no stream `w`.
  const cursor = useStored(async ({ streams }) => {
    const stream = await streams.get('w')
    return stream === undefined ? null : `${stream.load} ${String(stream.cursor)}`
  }, [])
  const lastRun = useRef(-Infinity)
  const run = useEffectEvent(() => {
    if (document.hidden) return
    lastRun.current = steady()
    refetch()
  })
  const delay = useEffectEvent(() => Math.max(0, lastRun.current + MIN_GAP_MS - steady()))
  useEffect(() => {
    if (cursor === undefined) return
    const runNow = () => run()
    const first = setTimeout(runNow, delay())
    const interval = isOffline ? undefined : setInterval(runNow, INTERVAL_MS)
    document.addEventListener('visibilitychange', runNow)
    return () => {
      clearTimeout(first)
      clearInterval(interval)
      document.removeEventListener('visibilitychange', runNow)
    }
  }, [cursor, isOffline])
}
