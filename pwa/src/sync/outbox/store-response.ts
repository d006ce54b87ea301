// Stores the server's response to an entry: the row of an accepted request, and what becomes of the entry.
import { atomically } from '../../db/open'
import type { OutboxEntry } from '../../db/rows/outbox'
import type { WireRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { actionsOf, kindOf, loadActions } from '../registry'
import { syncedTables } from '../replica/apply'
import { applyResponseRows } from '../replica/apply-response'
import { homeStream } from '../replica/home-stream'
import { recordResponseInTransaction } from './store'

/**
 * Stores the row of an accepted request, if there is one. MU5: deletes the entry in the same transaction, so
 * that a screen shows the row exactly once. MU10: keeps an entry that has become a take-back in the meantime.
 * MU8: completes a take-back.
 */
export async function storeResponse(
  replica: Replica,
  entry: OutboxEntry,
  row: WireRow | null,
  random: () => number,
): Promise<void> {
  await loadActions()
  await atomically(replica, [replica.streams, ...syncedTables(replica)], async () => {
    const actions = actionsOf(entry)
    if (row)
      await applyResponseRows(
        replica,
        await homeStream(replica, actions.clientOf(entry.body)),
        kindOf(entry).table,
        [row],
      )
    if (entry.replaces !== undefined || actions.isTakeBack) {
      await recordResponseInTransaction(replica, entry, { is: 'taken-back' }, random)
      return
    }
    const stored = await replica.outbox.get(entry.id)
    if (stored?.kind === entry.kind) await replica.outbox.delete(entry.id)
  })
}
