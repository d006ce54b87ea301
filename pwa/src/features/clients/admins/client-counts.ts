// How many clients each admin looks after, from the rows that this device has stored.
import type { ReportRow } from '../../../db/rows/reports'
import type { Replica } from '../../../db/schema'
import { adminInCharge } from '../../../live/admin-in-charge'

export interface ClientCounts {
  /** By the admin's name, because the rows name admins so. */
  of: ReadonlyMap<string, number>
}

export async function readClientCounts(replica: Replica): Promise<ClientCounts> {
  const [clients, reports, threads] = await Promise.all([
    replica.clients.toArray(),
    replica.reports.toArray(),
    replica.threads.toArray(),
  ])
  const reportsOf = new Map<string, ReportRow[]>()
  for (const report of reports) {
    const others = reportsOf.get(report.client_id)
    if (others === undefined) reportsOf.set(report.client_id, [report])
    else others.push(report)
  }
  const threadOf = new Map(threads.map((thread) => [thread.id, thread]))
  const counts = new Map<string, number>()
  for (const { id, is_staff } of clients) {
    const admin = adminInCharge(reportsOf.get(id) ?? [], threadOf.get(id))
    if (admin !== null && is_staff !== true) counts.set(admin, (counts.get(admin) ?? 0) + 1)
  }
  return { of: counts }
}
