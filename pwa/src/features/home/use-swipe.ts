// Hook for horizontal swipes over an element. It ignores swipes that begin on a slider, chart, or field.
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** A swipe moves sideways at least `MIN_DISTANCE` px, and over `MIN_RATIO` times as far as vertically. */
const MIN_DISTANCE = 56
const MIN_RATIO = 2
/** Maximum duration of a swipe, in ms. */
const MAX_DURATION_MS = 700
const OWN_SIDEWAYS = '[role=slider], [role=group] svg, [role=dialog], input, textarea, table'

/** `by` is 1 for a swipe to the left, which opens the next view, and -1 for one to the right. */
export function useSwipe(element: RefObject<HTMLElement | null>, onSwipe: (by: 1 | -1) => void): void {
  const swiped = useEffectEvent(onSwipe)
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const end = new AbortController()
    let from: { x: number; y: number; at: number } | null = null
    target.addEventListener(
      'touchstart',
      ({ touches, target: begun, timeStamp: at }) => {
        const [touch] = touches
        const isOurs =
          touches.length === 1 && begun instanceof Element && begun.closest(OWN_SIDEWAYS) === null
        from = touch !== undefined && isOurs ? { x: touch.clientX, y: touch.clientY, at } : null
      },
      { signal: end.signal, passive: true },
    )
    target.addEventListener(
      'touchend',
      ({ changedTouches: [touch], timeStamp }) => {
        if (from === null || touch === undefined || timeStamp - from.at > MAX_DURATION_MS) return
        const [across, down] = [touch.clientX - from.x, Math.abs(touch.clientY - from.y)]
        from = null
        if (Math.abs(across) >= MIN_DISTANCE && Math.abs(across) > MIN_RATIO * down)
          swiped(across < 0 ? 1 : -1)
      },
      { signal: end.signal, passive: true },
    )
    return () => end.abort()
  }, [element])
}
