// Hook for the state of one conversation, and whether it can be shown.
import { useCallback, useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { useLive, useSyncStatus } from '../../../live/live'
import type { ThreadState } from './state'
import { type ThreadStore, threadStore } from './store'

/** Whether the conversation can be shown, and if not, why. */
type Presence =
  /** Its newest page is here. */
  | 'here'
  | 'coming'
  /** It was never opened on this device, and there is no connection. */
  | 'elsewhere'
  /** There is no such client. */
  | 'unknown'
  | 'failed'

export interface ThreadView {
  state: ThreadState
  presence: Presence
  store: ThreadStore
  retry: () => void
}

export function useThread(clientId: string): ThreadView {
  const { replica, sync } = useLive()
  const { link, role, stalled } = useSyncStatus()
  const store = useMemo(() => threadStore(replica, clientId), [replica, clientId])
  // Deferred, so React renders in small steps. One synchronous render of a page would block a slow phone.
  const state = useDeferredValue(useSyncExternalStore(store.subscribe, store.get))
  const [unanswered, setUnanswered] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isLive = link.is === 'live'
  const hasClient = state.client !== undefined

  // A client's device always holds its own thread. An admin's device holds the threads that were opened.
  useEffect(() => {
    if (role !== 'admin' || !hasClient) return
    const isMissing = sync
      .holdThread(clientId)
      .then(() => replica.held.get(clientId))
      .then(
        (held) => held?.ready !== true,
        () => true,
      )
    return onResponse(isMissing, setUnanswered, true)
  }, [role, isLive, hasClient, attempt, clientId, sync, replica])

  const retry = useCallback(() => {
    setUnanswered(false)
    setAttempt((before) => before + 1)
    store.reload()
    sync.tryAgain()
  }, [store, sync])
  return { state, presence: presenceOf(state, link.is, unanswered, stalled), store, retry }
}

function presenceOf(state: ThreadState, link: string, unanswered: boolean, stalled: boolean): Presence {
  if (state.held?.ready === true || state.messages.length > 0) return 'here'
  if (state.is === 'failed') return 'failed'
  if (state.is === 'loading') return 'coming'
  if (state.client === undefined) return link === 'live' ? 'unknown' : stalled ? 'failed' : 'coming'
  if (link === 'offline' || link === 'signed-out') return 'elsewhere'
  return stalled || (unanswered && link === 'live') ? 'failed' : 'coming'
}
