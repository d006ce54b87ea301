// A number of seconds that runs down.
import { useEffect, useState } from 'react'

import { now } from '../lib/clock'

/** `[seconds left, start]`; the clock of the device counts, so a page that slept is not behind. */
export function useWait(first: number): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(() => now() + first * 1000)
  const [at, setAt] = useState(now)
  const left = Math.max(0, Math.ceil((until - at) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setAt(now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning, until])
  const start = (seconds: number) => {
    setAt(now())
    setUntil(now() + seconds * 1000)
  }
  return [left, start]
}
