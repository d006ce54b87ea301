// The filter of the audit log, and its query to the server. Pure.
import type { paths } from '../../../api/schema.gen'

type Query = NonNullable<paths['/rest/v1/audit_log']['get']['parameters']['query']>
type Kind = NonNullable<Query['kind']>

/** An empty field selects every entry. */
export interface AuditFilter {
  words: string
  /** A user's id, or `system`. */
  by: string
  kind: Kind | ''
  /** The first and the last day, as YYYY-MM-DD of the reader's calendar. */
  from: string
  to: string
}

export const EVERYTHING: AuditFilter = { words: '', by: '', kind: '', from: '', to: '' }

export const KINDS: readonly (readonly [Kind | '', string])[] = [
  ['', 'All actions'],
  ['clients', 'Clients'],
  ['reports', 'Reports and videos'],
  ['chatbots', 'Chatbots'],
  ['scans', 'Scans'],
  ['admins', 'Admins'],
  ['website', 'Website'],
  ['installation', 'Installation'],
]

export type Period = 'any' | 'today' | 'week' | 'month' | 'days'
export const PERIODS: readonly (readonly [Period, string])[] = [
  ['any', 'Any time'],
  ['today', 'Today'],
  ['week', 'Last 7 days'],
  ['month', 'Last 30 days'],
  ['days', 'Choose days'],
]
const LENGTHS = { today: 1, week: 7, month: 30 }

/** The days of a period that ends today (`now`). For the period of chosen days, the initial value: the last 7. */
export function daysOf(period: Period, now: number): Pick<AuditFilter, 'from' | 'to'> {
  if (period === 'any') return { from: '', to: '' }
  const first = new Date(now)
  first.setDate(first.getDate() + 1 - LENGTHS[period === 'days' ? 'week' : period])
  return { from: dayOf(first), to: period === 'days' ? dayOf(new Date(now)) : '' }
}

/** The filter as a query to the server. A day begins and ends in the reader's time zone. */
export function queryOf({ words, by, kind, from, to }: AuditFilter): Query {
  const since = startOf(from, 0)
  const until = startOf(to, 1)
  return {
    words,
    ...(by !== '' && { by }),
    ...(kind !== '' && { kind }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  }
}

/** Whether the filter leaves out any entry. */
export function isFiltered(filter: AuditFilter): boolean {
  return Object.values(filter).some((value: string) => value.trim() !== '')
}

/** The start of the day that is `later` days after `day`; null for an incomplete day. */
function startOf(day: string, later: number): string | null {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  const start = new Date(year, month - 1, date + later)
  return Number.isNaN(start.getTime()) ? null : start.toISOString()
}

function dayOf(at: Date): string {
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
