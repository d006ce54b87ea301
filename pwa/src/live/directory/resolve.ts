// Marks a client's messages as needing no answer, and undoes that, through the outbox.
import type { SyncHandle } from '../../sync'
import type { DirectoryEntry } from './entry'

/**
 * The mark names the last message of `entry`, as the admin sees it on the screen: a message that arrives
 * afterwards waits. An undo with the same `entry` undoes exactly this mark.
 */
export async function resolveThread(
  sync: SyncHandle,
  { client, thread }: DirectoryEntry,
  isResolved: boolean,
): Promise<void> {
  const resolved_to = thread?.last_message_id ?? null
  if (resolved_to === null) return
  await sync.enqueue({
    kind: 'threads.resolve',
    body: { id: client.id, resolved_to, is_resolved: isResolved },
  })
}
