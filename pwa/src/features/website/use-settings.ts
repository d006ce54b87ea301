// The settings as the server has them; what was known stays while they are asked for again.
import { useCallback, useEffect, useState } from 'react'

import { askSettings, type Settings } from './mutations'

export type Asked = { is: 'asking' } | { is: 'failed' } | { is: 'known'; settings: Settings }

export function useSettings(): { asked: Asked; ask: () => void; know: (settings: Settings) => void } {
  const [asked, setAsked] = useState<Asked>({ is: 'asking' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let gone = false
    void askSettings().then((settings) => {
      if (!gone) setAsked(settings === null ? { is: 'failed' } : { is: 'known', settings })
    })
    return () => {
      gone = true
    }
  }, [round])
  return {
    asked,
    ask: useCallback(() => {
      setAsked({ is: 'asking' })
      setRound((before) => before + 1)
    }, []),
    know: useCallback((settings: Settings) => setAsked({ is: 'known', settings }), []),
  }
}
