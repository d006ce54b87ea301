// Hooks that load older pages of a conversation, from the device or the server.
import { useCallback, useEffect, useEffectEvent, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { useLive } from '../../../live/live'
import { NOTHING_YET } from '../rows/state'
import type { JumpState } from '../search/use-search'
import type { ThreadView } from './use-thread'

export type Older = 'idle' | 'loading' | 'failed' | 'start'

interface OlderPages {
  older: Older
  /** Resolves when one more page is loaded, or when none will come. */
  load: () => Promise<Older>
  /** Whether all messages after `since` are loaded, if `oldest` is the time of the oldest loaded one. */
  hasAllAfter: (since: string | null, oldest: string | undefined) => boolean
  /** Loads pages until all messages after `since` are loaded. Resolves to false if that fails or the user leaves. */
  loadTo: (since: string | null) => Promise<boolean>
}

export function useOlder({ state, store }: ThreadView, clientId: string): OlderPages {
  const { sync } = useLive()
  const [busy, setBusy] = useState<'idle' | 'loading' | 'failed'>('idle')
  const isAtStart = !state.hasOlderStored && state.held?.from === null
  const load = useCallback(async (): Promise<Older> => {
    const current = store.get()
    if (!current.hasOlderStored && current.held?.from === null) return 'start'
    setBusy('loading')
    const read = current.hasOlderStored ? store.readOlder() : sync.loadOlder(clientId)
    const outcome = read.then(
      (is) => (is === 'start' ? is : ('idle' as const)),
      () => 'failed' as const,
    )
    return new Promise((resolve) => {
      const receive = (is: 'idle' | 'failed' | 'start') => {
        setBusy(is === 'failed' ? is : 'idle')
        resolve(is)
      }
      onResponse(outcome, receive, 'failed')
    })
  }, [store, sync, clientId])
  const hasAllAfter = useCallback(
    (since: string | null, oldest: string | undefined) =>
      isAtStart || (since !== null && oldest !== undefined && oldest <= since),
    [isAtStart],
  )
  const loadTo = useCallback(
    async (since: string | null) => {
      for (;;) {
        // The user has left, so the store reads nothing more.
        if (store.get() === NOTHING_YET) return false
        if (hasAllAfter(since, store.get().messages[0]?.created_at)) return true
        const result = await load()
        if (result !== 'idle') return result === 'start'
      }
    },
    [hasAllAfter, store, load],
  )
  return { older: isAtStart ? 'start' : busy, load, hasAllAfter, loadTo }
}

/** Loads the page of `target`, the message to scroll to. A new object loads again. */
export function useLoadTarget(
  target: { message: { created_at: string } } | null,
  loadTo: OlderPages['loadTo'],
  onJumpState: (state: JumpState) => void,
): void {
  const loadPage = useEffectEvent(async (at: string, isCurrent: () => boolean) => {
    onJumpState('loading')
    const isLoaded = await loadTo(at)
    if (isCurrent()) onJumpState(isLoaded ? 'loaded' : 'failed')
  })
  useEffect(() => {
    if (target === null) return
    let isActive = true
    void loadPage(target.message.created_at, () => isActive)
    return () => {
      isActive = false
    }
  }, [target])
}
