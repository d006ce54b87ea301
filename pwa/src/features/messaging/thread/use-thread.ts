// Hook for the state of one conversation, and whether it can be shown.
import { useCallback, useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { useLive, useSyncStatus } from '../../../live/live'
import type { ThreadState } from '../rows/state'
import { type ThreadStore, threadStore } from './store'

/** Whether the conversation can be shown, and if not, why. */
type Availability =
  /** Its newest page is on this device. */
  | 'stored'
  | 'loading'
  /** It was never opened on this device, and there is no connection. */
  | 'not-stored'
  /** There is no such client. */
  | 'unknown'
  | 'failed'

export interface ThreadView {
  state: ThreadState
  availability: Availability
  store: ThreadStore
  retry: () => void
}

export function useThread(clientId: string): ThreadView {
  const { replica, sync } = useLive()
  const { link, role, stalled } = useSyncStatus()
  const store = useMemo(() => threadStore(replica, clientId), [replica, clientId])
  // Deferred, so React renders in small steps. One synchronous render of a page would block a slow phone.
  const state = useDeferredValue(useSyncExternalStore(store.subscribe, store.get))
  const [isOverdue, setOverdue] = useState(false)
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
    return onResponse(isMissing, setOverdue, true)
  }, [role, isLive, hasClient, attempt, clientId, sync, replica])

  const retry = useCallback(() => {
    setOverdue(false)
    setAttempt((before) => before + 1)
    store.reload()
    sync.tryAgain()
  }, [store, sync])
  return { state, availability: availabilityOf(state, link.is, isOverdue, stalled), store, retry }
}

function availabilityOf(
  state: ThreadState,
  link: string,
  isOverdue: boolean,
  stalled: boolean,
): Availability {
  if (state.held?.ready === true || state.messages.length > 0) return 'stored'
  if (state.is === 'failed') return 'failed'
  if (state.is === 'loading') return 'loading'
  if (state.client === undefined) return link === 'live' ? 'unknown' : stalled ? 'failed' : 'loading'
  if (link === 'offline' || link === 'signed-out') return 'not-stored'
  return stalled || (isOverdue && link === 'live') ? 'failed' : 'loading'
}
