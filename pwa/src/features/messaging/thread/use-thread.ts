// Hooks for one conversation: its state, and its older pages from the device or the server.
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

export type Older = 'idle' | 'loading' | 'failed' | 'start'

/** Older messages. `load` resolves when one more page is loaded, or when none will come. */
export function useOlder(
  { state, store }: ThreadView,
  clientId: string,
): { older: Older; load: () => Promise<Older> } {
  const { sync } = useLive()
  const [busy, setBusy] = useState<'idle' | 'loading' | 'failed'>('idle')
  const atStart = !state.olderStored && state.held?.from === null
  const load = useCallback(async (): Promise<Older> => {
    const now = store.get()
    if (!now.olderStored && now.held?.from === null) return 'start'
    setBusy('loading')
    const read = now.olderStored ? store.readOlder() : sync.loadOlder(clientId)
    const end = read.then(
      () => 'idle' as const,
      () => 'failed' as const,
    )
    return new Promise((resolve) => {
      const receive = (is: 'idle' | 'failed') => {
        setBusy(is)
        resolve(is)
      }
      onResponse(end, receive, 'failed')
    })
  }, [store, sync, clientId])
  return { older: atStart ? 'start' : busy, load }
}
