// What each admin does, from the rows that this device has stored: clients looked after, and reports written.
import type { ReportRow } from '../../../db/rows/reports'
import type { Replica } from '../../../db/schema'
import { iso, serverNow } from '../../../lib/time/clock'
import { adminInCharge } from '../../../live/admin-in-charge'

const REPORT_DAYS = 30
const DAY_MS = 86_400_000

/** By the admin's name, because the rows name admins so. */
export interface TeamWork {
  /**
   * Name of the admin who looks after each client, by the client's id; null if nobody does, or only a removed admin.
   * Without staff rows.
   */
  adminOf: ReadonlyMap<string, string | null>
  /** Number of reports published in the last 30 days, by their author's name. */
  reportsOf: ReadonlyMap<string, number>
}

export async function readTeamWork(replica: Replica): Promise<TeamWork> {
  const [admins, clients, reports, threads] = await Promise.all([
    replica.admins.toArray(),
    replica.clients.toArray(),
    replica.reports.toArray(),
    replica.threads.toArray(),
  ])
  const byClient = new Map<string, ReportRow[]>()
  const reportsOf = new Map<string, number>()
  const since = iso(serverNow() - REPORT_DAYS * DAY_MS)
  for (const report of reports) {
    const others = byClient.get(report.client_id)
    if (others === undefined) byClient.set(report.client_id, [report])
    else others.push(report)
    if (report.status === 'published' && (report.published_at ?? '') > since)
      reportsOf.set(report.author_name, (reportsOf.get(report.author_name) ?? 0) + 1)
  }
  const threadOf = new Map(threads.map((thread) => [thread.id, thread]))
  const current = new Set(admins.map(({ name }) => name))
  const adminOf = new Map<string, string | null>()
  for (const { id, is_staff } of clients) {
    if (is_staff === true) continue
    const name = adminInCharge(byClient.get(id) ?? [], threadOf.get(id))
    adminOf.set(id, name !== null && current.has(name) ? name : null)
  }
  return { adminOf, reportsOf }
}
