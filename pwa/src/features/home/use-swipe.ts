// Hook for horizontal swipes over an element. It ignores swipes that begin on a slider, chart, or field.
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** A swipe moves sideways at least `MIN_DISTANCE` px, and over `MIN_RATIO` times as far as vertically. */
const MIN_DISTANCE = 56
const MIN_RATIO = 2
/** Maximum duration of a swipe, in ms. */
const MAX_DURATION_MS = 700
const HORIZONTAL_CONTROLS = '[role=slider], [role=group] svg, [role=dialog], input, textarea, table'

/** `step` is 1 for a swipe to the left, which opens the next view, and -1 for one to the right. */
export function useSwipe(element: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void): void {
  const callOnSwipe = useEffectEvent(onSwipe)
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const listeners = new AbortController()
    let start: { x: number; y: number; at: number } | null = null
    target.addEventListener(
      'touchstart',
      ({ touches, target: startTarget, timeStamp: at }) => {
        const [touch] = touches
        const canSwipe =
          touches.length === 1 &&
          startTarget instanceof Element &&
          startTarget.closest(HORIZONTAL_CONTROLS) === null
        start = touch !== undefined && canSwipe ? { x: touch.clientX, y: touch.clientY, at } : null
      },
      { signal: listeners.signal, passive: true },
    )
    target.addEventListener(
      'touchend',
      ({ changedTouches: [touch], timeStamp }) => {
        if (start === null || touch === undefined || timeStamp - start.at > MAX_DURATION_MS) return
        const [deltaX, distanceY] = [touch.clientX - start.x, Math.abs(touch.clientY - start.y)]
        start = null
        if (Math.abs(deltaX) >= MIN_DISTANCE && Math.abs(deltaX) > MIN_RATIO * distanceY)
          callOnSwipe(deltaX < 0 ? 1 : -1)
      },
      { signal: listeners.signal, passive: true },
    )
    return () => listeners.abort()
  }, [element])
}
