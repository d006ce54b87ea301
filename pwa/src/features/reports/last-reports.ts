// Each client's last report and current score, and the clients that need a report this week.
import { useMemo } from 'react'

import type { ReportRow } from '../../db/rows/reports'
import type { ScanRunRow } from '../../db/rows/performance'
import type { Replica } from '../../db/schema'
import { monthDayText } from '../../lib/text/days'
import { weekStart } from '../../lib/time/week'
import type { DirectoryEntry, DirectoryView } from '../../live/directory/use-directory'
import { useRows } from '../../live/view'
import { useMinute } from '../../ui/hooks/use-now'
import { type CurrentScore, currentScore, newestScan } from './current-score'
import { dateOf, newestFirst } from '../../live/report-order'
import { useZone } from './use-zone'
import { weekLine, type WeekState, weekStateOf } from './week-state'

export interface ClientReportState {
  entry: DirectoryEntry
  /** Null until the reports are read. */
  text: string | null
  /** The newest report, if it is a draft. */
  draftId: string | null
  /** Null for a client that gets no reports, and until they are read. */
  week: WeekState | null
  /** Null without one. */
  score: CurrentScore | null
  /** The time of the last published report; null without one. */
  lastAt: string | null
}

export interface ReportStates {
  /** All clients, by company. */
  of: ReadonlyMap<string, ClientReportState>
  /** Whether all clients and their reports are read. */
  isRead: boolean
  /** Reads the reports again, if they could not be read. */
  retry: (() => void) | null
}

const UNREAD = { reports: null, scans: [] }

async function readRows(replica: Replica): Promise<{ reports: ReportRow[]; scans: ScanRunRow[] }> {
  const [reports, scans] = await Promise.all([replica.reports.toArray(), replica.scan_runs.toArray()])
  return { reports, scans }
}

export function useReportStates(directory: DirectoryView): ReportStates {
  const now = useMinute()
  const zone = useZone()
  const rows = useRows('w', readRows, [])
  const { reports, scans } = rows.is === 'ready' ? rows : UNREAD
  const entries = directory.is === 'ready' ? directory.byCompany : null
  const of = useMemo(() => {
    const reportsOf = byClient(reports ?? [])
    const scansOf = byClient(scans)
    const since = weekStart(now, zone)
    const states = (entries ?? []).map((entry) => {
      const { id } = entry.client
      const own = reports === null ? null : (reportsOf.get(id) ?? [])
      return stateOf(entry, own, scansOf.get(id) ?? [], since, now)
    })
    return new Map(states.map((state) => [state.entry.client.id, state]))
  }, [entries, reports, scans, now, zone])
  return {
    of,
    isRead: reports !== null && directory.is === 'ready' && directory.isWhole,
    retry: rows.is === 'failed' ? rows.retry : null,
  }
}

function byClient<Row extends { client_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const of = new Map<string, Row[]>()
  for (const row of rows) of.set(row.client_id, [...(of.get(row.client_id) ?? []), row])
  return of
}

/** `reports` is null until they are read; `scans` are the client's. */
function stateOf(
  entry: DirectoryEntry,
  reports: readonly ReportRow[] | null,
  scans: readonly ScanRunRow[],
  since: number,
  now: number,
): ClientReportState {
  if (reports === null) return { entry, text: null, draftId: null, week: null, score: null, lastAt: null }
  const sorted = newestFirst(reports)
  const [newest] = sorted
  const last = sorted.find(({ status }) => status === 'published')
  const { user_id, subscription_status } = entry.client
  const getsReports = user_id !== null && subscription_status === 'active'
  const week = getsReports ? weekStateOf(sorted, since) : null
  return {
    entry,
    text: week !== null ? weekLine(week, now) : user_id === null ? 'Not signed up yet' : lastText(newest),
    draftId: newest?.status === 'draft' ? newest.id : null,
    week,
    score: currentScore(newestScan(scans), sorted),
    lastAt: last === undefined ? null : dateOf(last),
  }
}

/** The text for a client without access, which gets no reports. */
function lastText(newest: ReportRow | undefined): string {
  if (newest === undefined) return 'Inactive'
  if (newest.status === 'draft') return 'Inactive · Draft'
  return `Inactive · Last report ${monthDayText(dateOf(newest))}`
}
