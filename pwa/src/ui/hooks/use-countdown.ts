// The hook for a countdown in seconds.
import { useEffect, useState } from 'react'

import { steady } from '../../lib/time/clock'

/**
 * Starts with `initialSeconds`. Returns the seconds left and a function that starts the countdown again. The
 * countdown continues while the device sleeps.
 */
export function useCountdown(initialSeconds: number): [number, (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(() => steady() + initialSeconds * 1000)
  const [now, setNow] = useState(steady)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000))
  const isRunning = secondsLeft > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(steady()), 1000)
    return () => clearInterval(timer)
  }, [isRunning, endsAt])
  const start = (seconds: number) => {
    const startedAt = steady()
    setNow(startedAt)
    setEndsAt(startedAt + seconds * 1000)
  }
  return [secondsLeft, start]
}
