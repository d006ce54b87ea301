// Counts the unread messages in a client's thread.
import { useEffect } from 'react'

import type { Replica } from '../../../db/schema'
import { useSyncStatus } from '../../../live/live'
import { useRows } from '../../../live/view'
import type { Counts } from './counts'

export default function UnreadOfOwn({ onCount }: { onCount: (counts: Counts) => void }) {
  const { client_id } = useSyncStatus()
  const unread = useRows(
    client_id === null ? null : `c:${client_id}`,
    (replica) => ownUnread(replica, client_id ?? ''),
    [client_id],
  )
  const count = unread.is === 'ready' ? unread.count : 0
  useEffect(() => onCount({ unread: count, open: count, word: 'unread' }), [onCount, count])
  return null
}

/** The unread count. A queued read marker counts as applied. */
async function ownUnread(replica: Replica, clientId: string): Promise<{ count: number }> {
  const thread = await replica.threads.get(clientId)
  const reads = await replica.outbox.where('lane').equals(`read:${clientId}`).toArray()
  const isRead = reads.some(
    (entry) => entry.kind === 'threads.read' && entry.body.read_to === thread?.last_message_id,
  )
  return { count: isRead ? 0 : (thread?.client_unread ?? 0) }
}
