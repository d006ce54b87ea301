// How many clients each admin looks after, from the rows that this device has stored.
import type { ReportRow } from '../../../db/rows/reports'
import type { Replica } from '../../../db/schema'
import { dateOf } from '../page/use-client-page'

export interface ClientCounts {
  /** By the admin's name, because reports name their author so. */
  of: ReadonlyMap<string, number>
}

/** The admin of a client is the author of its last report, else the last reader of its messages. */
export async function readClientCounts(replica: Replica): Promise<ClientCounts> {
  const [clients, reports, threads] = await Promise.all([
    replica.clients.toArray(),
    replica.reports.filter(({ author_name }) => author_name !== '').toArray(),
    replica.threads.toArray(),
  ])
  const last = new Map<string, ReportRow>()
  for (const report of reports) {
    const newest = last.get(report.client_id)
    if (newest === undefined || dateOf(report) > dateOf(newest)) last.set(report.client_id, report)
  }
  const readers = new Map(threads.map((thread) => [thread.id, thread.provider_read_by]))
  const counts = new Map<string, number>()
  for (const { id, is_staff } of clients) {
    const admin = last.get(id)?.author_name ?? readers.get(id) ?? null
    if (admin !== null && is_staff !== true) counts.set(admin, (counts.get(admin) ?? 0) + 1)
  }
  return { of: counts }
}
