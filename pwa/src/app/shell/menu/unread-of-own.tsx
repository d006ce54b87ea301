// Counts the unread messages in a client's thread, and the client's unread reports.
import { useEffect } from 'react'

import type { Replica } from '../../../db/schema'
import { clientStream } from '../../../db/streams'
import { useSyncStatus } from '../../../live/live'
import { useRows } from '../../../live/view'
import type { Counts } from './counts'

export default function UnreadOfOwn({ onCount }: { onCount: (counts: Counts) => void }) {
  const { client_id } = useSyncStatus()
  const unread = useRows(
    client_id === null ? null : clientStream(client_id),
    (replica) => ownUnread(replica, client_id ?? ''),
    [client_id],
  )
  const { count, reports } = unread.is === 'ready' ? unread : NONE
  useEffect(() => onCount({ unread: count, open: count, word: 'unread', reports }), [onCount, count, reports])
  return null
}

const NONE = { count: 0, reports: 0 }

/** The unread counts. A queued read marker of the thread counts as applied. */
async function ownUnread(replica: Replica, clientId: string): Promise<{ count: number; reports: number }> {
  const thread = await replica.threads.get(clientId)
  const reads = await replica.outbox.where('lane').equals(`read:${clientId}`).toArray()
  const isRead = reads.some(
    (entry) => entry.kind === 'threads.read' && entry.body.read_to === thread?.last_message_id,
  )
  const reports = await replica.reports
    .where('client_id')
    .equals(clientId)
    .filter(({ seen_at }) => seen_at === null)
    .count()
  return { count: isRead ? 0 : (thread?.client_unread ?? 0), reports }
}
