// Loads the settings and keeps them current.
import { useCallback, useRef, useState } from 'react'

import { onResponse } from '../../lib/time/slow-response'
import { useRefetch } from '../../live/use-refetch'
import { fetchSettings, type Settings } from './remote'

export type SettingsState = { is: 'loading' } | { is: 'failed' } | { is: 'ready'; settings: Settings }

export function useSettings(): {
  state: SettingsState
  load: () => void
  setSettings: (settings: Settings) => void
} {
  const [state, setState] = useState<SettingsState>({ is: 'loading' })
  /** The number of the last request or save. */
  const lastRequest = useRef(0)
  /** The number of requests without a response. */
  const pending = useRef(0)
  const setSettings = useCallback((settings: Settings) => {
    lastRequest.current += 1
    setState((before) =>
      before.is === 'ready' && isSame(before.settings, settings) ? before : { is: 'ready', settings },
    )
  }, [])
  const refetch = () => {
    const requestNumber = ++lastRequest.current
    pending.current += 1
    const request = fetchSettings().finally(() => (pending.current -= 1))
    const receive = (settings: Settings | null) => {
      // Ignore it, because a save or a later request has newer settings.
      if (requestNumber !== lastRequest.current) return
      if (settings !== null) setSettings(settings)
      else setState((before) => (before.is === 'ready' ? before : { is: 'failed' }))
    }
    onResponse(request, receive, null)
  }
  // Skip while a request is pending, because the response of a slow request would be ignored after a new one.
  useRefetch(() => {
    if (pending.current === 0) refetch()
  })
  return {
    state,
    load: () => {
      setState({ is: 'loading' })
      refetch()
    },
    setSettings,
  }
}

function isSame(one: Settings, other: Settings): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
