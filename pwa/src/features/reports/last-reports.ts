// Each client's last report, and the clients that need one this week.
import { useMemo } from 'react'

import type { ReportRow } from '../../db/rows/reports'
import { monthDayText } from '../../lib/text/days'
import { weekStart } from '../../lib/time/week'
import type { DirectoryEntry, DirectoryView } from '../../live/directory/use-directory'
import { useRows } from '../../live/view'
import { useMinute } from '../../ui/hooks/use-now'
import { dateOf, newestFirst } from './rules'
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
}

export interface ReportStates {
  /** All clients, by company. */
  of: ReadonlyMap<string, ClientReportState>
  /** Whether all clients and their reports are read. */
  isRead: boolean
  /** Reads the reports again, if they could not be read. */
  retry: (() => void) | null
}

export function useReportStates(directory: DirectoryView): ReportStates {
  const now = useMinute()
  const zone = useZone()
  const rows = useRows('w', async (replica) => ({ reports: await replica.reports.toArray() }), [])
  const reports = rows.is === 'ready' ? rows.reports : null
  const entries = directory.is === 'ready' ? directory.byCompany : null
  const of = useMemo(() => {
    const ofClient = new Map<string, ReportRow[]>()
    for (const report of reports ?? [])
      ofClient.set(report.client_id, [...(ofClient.get(report.client_id) ?? []), report])
    const since = weekStart(now, zone)
    const states = (entries ?? []).map((entry) =>
      stateOf(entry, reports === null ? null : (ofClient.get(entry.client.id) ?? []), since, now),
    )
    return new Map(states.map((state) => [state.entry.client.id, state]))
  }, [entries, reports, now, zone])
  return {
    of,
    isRead: reports !== null && directory.is === 'ready' && directory.isWhole,
    retry: rows.is === 'failed' ? rows.retry : null,
  }
}

/** `reports` is null until they are read. */
function stateOf(
  entry: DirectoryEntry,
  reports: readonly ReportRow[] | null,
  since: number,
  now: number,
): ClientReportState {
  if (reports === null) return { entry, text: null, draftId: null, week: null }
  const sorted = newestFirst(reports)
  const [newest] = sorted
  const { user_id, subscription_status } = entry.client
  const isServed = user_id !== null && subscription_status === 'active'
  const week = isServed ? weekStateOf(sorted, since) : null
  return {
    entry,
    text: week !== null ? weekLine(week, now) : user_id === null ? 'Not signed up yet' : lastText(newest),
    draftId: newest?.status === 'draft' ? newest.id : null,
    week,
  }
}

/** The text for a client without access, which gets no reports. */
function lastText(newest: ReportRow | undefined): string {
  if (newest === undefined) return 'Inactive'
  if (newest.status === 'draft') return 'Inactive · Draft'
  return `Inactive · Last report ${monthDayText(dateOf(newest))}`
}
