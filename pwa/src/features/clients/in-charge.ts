// Which admin looks after a client. A client's page and the list of admins use the same rule.
import type { ThreadRow } from '../../db/rows/messages'
import type { ReportRow } from '../../db/rows/reports'

/**
 * Name of the admin who looks after the client of these rows: the author of the newest report, else the last reader of
 * the messages. The rows name both, without their ids.
 */
export function adminInCharge(
  reports: readonly ReportRow[],
  thread: ThreadRow | null | undefined,
): string | null {
  const newest = newestFirst(reports).find(({ author_name }) => author_name !== '')
  return newest?.author_name ?? thread?.provider_read_by ?? null
}

export function newestFirst(reports: readonly ReportRow[]): ReportRow[] {
  return [...reports].sort((a, b) => dateOf(b).localeCompare(dateOf(a)) || b.id.localeCompare(a.id))
}

/** The time of the report's publication, or of its creation if it is not published. */
export function dateOf(report: ReportRow): string {
  return report.published_at ?? report.created_at
}
