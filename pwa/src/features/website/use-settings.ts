// Loads the settings and keeps them current.
import { useCallback, useRef, useState } from 'react'

import { whenAnswered } from '../../lib/slow-response'
import { useFollowing } from '../../live/use-refetch'
import { askSettings, type Settings } from './mutations'

export type Asked = { is: 'asking' } | { is: 'failed' } | { is: 'known'; settings: Settings }

export function useSettings(): { asked: Asked; ask: () => void; know: (settings: Settings) => void } {
  const [asked, setAsked] = useState<Asked>({ is: 'asking' })
  const latest = useRef(0)
  /** The number of requests without an answer. */
  const pending = useRef(0)
  const know = useCallback((settings: Settings) => {
    latest.current += 1
    setAsked((before) => (before.is === 'known' && isSame(before.settings, settings) ? before : { is: 'known', settings }))
  }, [])
  const refetch = () => {
    const turn = ++latest.current
    pending.current += 1
    const asked = askSettings().finally(() => (pending.current -= 1))
    const told = (settings: Settings | null) => {
      // A save or a later request has newer settings.
      if (turn !== latest.current) return
      if (settings !== null) know(settings)
      else setAsked((before) => (before.is === 'known' ? before : { is: 'failed' }))
    }
    whenAnswered(asked, told, null)
  }
  // Another request would replace one whose answer is slow.
  useFollowing(() => {
    if (pending.current === 0) refetch()
  })
  return {
    asked,
    ask: () => {
      setAsked({ is: 'asking' })
      refetch()
    },
    know,
  }
}

function isSame(one: Settings, other: Settings): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
