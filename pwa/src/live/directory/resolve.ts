// Marks a client's messages as needing no answer, and undoes that, through the outbox.
import type { SyncHandle } from '../../sync'
import type { DirectoryEntry } from './entry'

/**
 * Marks up to the last message of `entry`, which the admin sees on the screen. A message that arrives later
 * still waits for an answer. An undo with the same `entry` undoes exactly this mark.
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
