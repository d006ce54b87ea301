// The state of a client's report, as text. Pure.
import type { ReportRow } from '../../../db/rows/reports'
import { dateText, timeText } from '../../../lib/text/days'
import { dateOf } from '../../../live/report-order'

/** `Mon, Nov 23 · opened by Maya Lindqvist`, `Draft`, `Goes out Mon, Nov 30, 8:00 AM` */
export function stateText(report: ReportRow, now: number): string {
  if (report.status === 'draft') return 'Draft'
  if (report.status === 'scheduled')
    return report.publish_at === null ? 'Scheduled' : `Goes out ${timeText(report.publish_at, now)}`
  const opened =
    report.seen_at === null ? 'not opened yet' : report.seen_by ? `opened by ${report.seen_by}` : 'opened'
  return `${dateText(dateOf(report), 'short')} · ${opened}`
}
