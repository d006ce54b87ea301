// React's view of what is connected and of the figures, as they are stored on this device.
import { useEffect } from 'react'

import { shared, useLive, useStored, useSyncStatus } from '../../live/live'
import { learnWhetherOffered } from './mutations'
import { OFFERED, type Sources, sourcesOf } from './queries'

export type SourcesView =
  | { is: 'loading' }
  /** Nothing is stored here and nothing can be loaded. */
  | { is: 'failed'; retry: () => void }
  | ({ is: 'ready' } & Sources)

/** A client's sources and figures; admins have none and see `loading`. */
export function useSources(): SourcesView {
  const { sync, replica } = useLive()
  const { client_id, link } = useSyncStatus()
  const stored = useRows(client_id)
  useWhetherOffered()
  const retry = () => {
    if (client_id !== null) readAgain(replica, client_id)
    void sync.flushNow()
  }
  if (stored === 'failed') return { is: 'failed', retry }
  if (stored === undefined) return { is: 'loading' }
  if (stored.client !== undefined || stored.isLoaded) return { is: 'ready', ...stored }
  return link.is === 'offline' ? { is: 'failed', retry } : { is: 'loading' }
}

const [useRows, readAgain] = shared((replica, clientId) => sourcesOf(replica, clientId).catch(() => 'failed' as const))

/** Asks once for each page and connection; the answer is remembered on the device. */
function useWhetherOffered(): void {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const isLive = link.is === 'live'
  useEffect(() => {
    if (isLive) void learnWhetherOffered(replica)
  }, [replica, isLive])
}

/** Why nothing can be asked of Google just now; null if it can. */
export function useOfflineReason(): string | null {
  const { link } = useSyncStatus()
  return link.is === 'offline' ? 'This needs a connection. You can go on reading what is stored here.' : null
}

/** Whether this installation can connect Google, for admins too; null until it is known. */
export function useOffered(): boolean | null {
  useWhetherOffered()
  const offered = useStored((replica) => replica.meta.get(OFFERED), [])
  return offered === undefined ? null : offered.value === 1
}
