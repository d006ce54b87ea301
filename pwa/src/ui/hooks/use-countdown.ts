// The hook for a countdown in seconds.
import { useEffect, useState } from 'react'

import { steady } from '../../lib/time/clock'

/**
 * Returns the seconds left and a function that starts the countdown. The countdown continues while the device
 * sleeps.
 */
export function useWait(first: number): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(() => steady() + first * 1000)
  const [at, setAt] = useState(steady)
  const left = Math.max(0, Math.ceil((until - at) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setAt(steady()), 1000)
    return () => clearInterval(timer)
  }, [isRunning, until])
  const start = (seconds: number) => {
    const begun = steady()
    setAt(begun)
    setUntil(begun + seconds * 1000)
  }
  return [left, start]
}
