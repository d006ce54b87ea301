// Hook for pull-to-refresh on touch screens: `refresh` runs when the page is pulled down far enough.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export type Pull =
  | { is: 'resting' }
  /** `distance` is that of the indicator, in px. */
  | { is: 'pulled'; distance: number }
  | { is: 'refreshing' }
  /** The refresh is over, and its outcome is shown. */
  | { is: 'refreshed' }

/** Distance of the indicator in px from which a release refreshes. The indicator moves no further. */
export const PULL_DISTANCE = 64
/** The indicator moves by this fraction of the finger's distance. */
const PULL_RATIO = 0.5
/** How long the outcome is shown, in ms. */
const OUTCOME_MS = 2_500

export function usePull(element: RefObject<HTMLElement | null>, refresh: () => Promise<void>): Pull {
  const [pull, setPull] = useState<Pull>({ is: 'resting' })
  const onRelease = useEffectEvent(() => {
    if (pull.is !== 'pulled') return
    if (pull.distance < PULL_DISTANCE) {
      setPull({ is: 'resting' })
    } else {
      setPull({ is: 'refreshing' })
      void refresh().finally(() => setPull({ is: 'refreshed' }))
    }
  })
  const isOver = pull.is === 'refreshed'
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => setPull({ is: 'resting' }), OUTCOME_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  useEffect(() => {
    const page = element.current?.closest('main')
    if (page === null || page === undefined) return
    const listeners = new AbortController()
    const options = { signal: listeners.signal, passive: true }
    let startY: number | null = null
    const onTouchMove = ({ touches: [touch] }: TouchEvent) => {
      if (startY === null || touch === undefined) return
      const distance = Math.min(PULL_DISTANCE, (touch.clientY - startY) * PULL_RATIO)
      setPull((before) =>
        before.is === 'refreshing' || (before.is === 'refreshed' && distance <= 0)
          ? before
          : distance > 0 && page.scrollTop === 0
            ? { is: 'pulled', distance }
            : { is: 'resting' },
      )
    }
    const onTouchStart = ({ touches }: TouchEvent) => {
      startY = page.scrollTop === 0 && touches.length === 1 ? (touches[0]?.clientY ?? null) : null
    }
    page.addEventListener('touchstart', onTouchStart, options)
    page.addEventListener('touchmove', onTouchMove, options)
    page.addEventListener('touchend', () => onRelease(), options)
    page.addEventListener('touchcancel', () => setPull({ is: 'resting' }), options)
    return () => listeners.abort()
  }, [element])
  return pull
}
