// Which admin looks after a client. The client's screens, the client's page and the list of admins use this rule.
import type { ThreadRow } from '../db/rows/messages'
import type { ReportRow } from '../db/rows/reports'
import { newestFirst } from './report-order'

/**
 * The name of the admin who looks after the client of these rows: the author of the newest published report, else the
 * admin who last read the messages. Null if neither exists. The rows have no ids of admins.
 */
export function adminInCharge(
  reports: readonly ReportRow[],
  thread: ThreadRow | null | undefined,
): string | null {
  const newest = newestFirst(reports).find(
    ({ status, author_name }) => status === 'published' && author_name !== '',
  )
  return newest?.author_name ?? thread?.provider_read_by ?? null
}
