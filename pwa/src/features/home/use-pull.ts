// Hook for pull-to-refresh on touch screens: `refresh` runs when the page is pulled down far enough.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export type Pull =
  | { is: 'resting' }
  | { is: 'pulled'; by: number }
  | { is: 'refreshing' }
  /** The refresh is over, and its outcome is shown. */
  | { is: 'refreshed' }

/** Distance in px at which a release refreshes. The indicator moves no further. */
export const PULL_DISTANCE = 64
/** The indicator moves by this fraction of the finger's distance. */
const PULL_RATIO = 0.5
/** How long the outcome is shown. */
const OUTCOME_MS = 2_500

export function usePull(element: RefObject<HTMLElement | null>, refresh: () => Promise<void>): Pull {
  const [pull, setPull] = useState<Pull>({ is: 'resting' })
  const released = useEffectEvent(() => {
    if (pull.is !== 'pulled') return
    if (pull.by < PULL_DISTANCE) {
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
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    let top: number | null = null
    const pulled = ({ touches: [touch] }: TouchEvent) => {
      if (top === null || touch === undefined) return
      const by = Math.min(PULL_DISTANCE, (touch.clientY - top) * PULL_RATIO)
      setPull((before) =>
        before.is === 'refreshing' || (before.is === 'refreshed' && by <= 0)
          ? before
          : by > 0 && page.scrollTop === 0
            ? { is: 'pulled', by }
            : { is: 'resting' },
      )
    }
    const begun = ({ touches }: TouchEvent) => {
      top = page.scrollTop === 0 && touches.length === 1 ? (touches[0]?.clientY ?? null) : null
    }
    page.addEventListener('touchstart', begun, options)
    page.addEventListener('touchmove', pulled, options)
    page.addEventListener('touchend', () => released(), options)
    page.addEventListener('touchcancel', () => setPull({ is: 'resting' }), options)
    return () => listening.abort()
  }, [element])
  return pull
}
