// Hooks for the connections and figures stored on this device.
import { useEffect, useState } from 'react'

import { clientStream } from '../../db/streams'
import { onResponse } from '../../lib/time/slow-response'
import { useLive, useStored, useSyncStatus } from '../../live/live'
import { sharedRows, useMember, useView, type View } from '../../live/view'
import { loadIsOffered } from './load-offered'
import { OFFERED, type Sources, sourcesOf } from './queries'

/** A client's sources and figures; `failed` if there is no client. */
export function useSources(): View<Sources> {
  const { sync } = useLive()
  const member = useMember()
  const sources = useSourcesOf(member.is === 'ready' ? member.client_id : null)
  useLoadIsOffered()
  return member.is === 'ready' && member.client_id === null ? { is: 'failed', retry: sync.tryAgain } : sources
}

const useSourcesOf = sharedRows(clientStream, sourcesOf)

/** Loads whether Google is offered, once per page and connection; the replica stores the response. */
function useLoadIsOffered(): void {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const isLive = link.is === 'live'
  useEffect(() => {
    if (isLive) void loadIsOffered(replica)
  }, [replica, isLive])
}

/** Why Google cannot be reached now; null if it can. */
export function useOfflineReason(): string | null {
  const { link } = useSyncStatus()
  return link.is === 'offline' ? 'You are offline. Changing a source needs a connection.' : null
}

/** Whether this installation can connect Google; works for admins too. */
export function useIsGoogleOffered(): View<{ isOffered: boolean }> {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const [hasResponse, setHasResponse] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const isLive = link.is === 'live'
  useEffect(
    () => (isLive ? onResponse(loadIsOffered(replica), setHasResponse, false) : undefined),
    [replica, isLive, attempt],
  )
  const offered = useStored((tables) => tables.meta.get(OFFERED), [])
  const view = useView(offered && { isOffered: offered.value === 1 })
  if (view.is !== 'loading' || hasResponse) return view
  const retry = () => {
    setHasResponse(true)
    setAttempt((before) => before + 1)
  }
  return { is: 'failed', retry }
}
