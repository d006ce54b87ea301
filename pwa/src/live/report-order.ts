// The time and the order of reports. Pure.
import type { ReportRow } from '../db/rows/reports'

/** The time of the report's publication, or of its creation if it is not published. */
export function dateOf(report: ReportRow): string {
  return report.published_at ?? report.created_at
}

/** The same order, but drafts first: they are what an admin continues. Clients get none. */
export function draftsFirst(reports: readonly ReportRow[]): ReportRow[] {
  return reports.toSorted((a, b) => Number(b.status === 'draft') - Number(a.status === 'draft'))
}

export function newestFirst(reports: readonly ReportRow[]): ReportRow[] {
  return reports.toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)) || b.id.localeCompare(a.id))
}
