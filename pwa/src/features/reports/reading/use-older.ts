// Hook for an admin's list of a client's reports. The device stores only the newest; older ones are fetched.
import { useEffect, useEffectEvent, useState } from 'react'

import type { ReportRow } from '../../../db/rows/reports'
import { RECENT_REPORTS } from '../../../lib/limits.gen'
import { useSyncStatus } from '../../../live/live'
import { type Answer, fetchOlder, OLDER_PAGE } from '../remote'
import { newestFirst } from '../../../live/report-order'

export interface OlderReports {
  /** The reports that are or were stored on this device, and the fetched ones, newest first. */
  reports: readonly ReportRow[]
  /** `none`: the server has no others. */
  is: 'none' | 'more' | 'loading' | 'failed'
  load: () => void
  /** Fetches again, because the report was changed: changes of older reports do not reach admins' devices. */
  refresh: (changed: ReportRow) => void
}

/** `shown` is the id of the report to show; pages are fetched until it is there. */
export function useOlder(
  clientId: string,
  stored: readonly ReportRow[],
  shown: string | null,
  isAdmin: boolean,
): OlderReports {
  const { link } = useSyncStatus()
  const [others, setOthers] = useState<readonly ReportRow[]>([])
  // A new report replaces the oldest stored one, which stays in the list as it was.
  const [previous, setPrevious] = useState(stored)
  if (isAdmin && previous !== stored && stored.length > 0) {
    setPrevious(stored)
    setOthers(merged(previous, others))
  }
  const [state, setState] = useState<'none' | 'more' | 'loading' | 'failed'>('more')
  const reports = newestFirst(merged(stored, others))
  const is = !isAdmin || stored.length < RECENT_REPORTS ? 'none' : state
  const receive = (answer: Answer<{ rows: ReportRow[] }>) => {
    if (answer.is !== 'done') {
      setState('failed')
      return
    }
    const { rows } = answer.data
    setOthers((former) => merged(rows, former))
    setState(rows.length < OLDER_PAGE ? 'none' : 'more')
  }
  const isMissing = shown !== null && reports.every(({ id }) => id !== shown)
  const oldest = isMissing && is === 'more' && link.is === 'live' ? oldestId(reports) : null
  const receiveMissing = useEffectEvent(receive)
  useEffect(() => {
    if (oldest === null) return
    let isCurrent = true
    void fetchOlder(clientId, oldest).then((answer) => isCurrent && receiveMissing(answer))
    return () => {
      isCurrent = false
    }
  }, [clientId, oldest])
  const fetchAfter = (rows: readonly ReportRow[]) =>
    void fetchOlder(clientId, oldestId(rows) ?? '').then(receive)
  return {
    reports,
    is,
    load: () => {
      setState('loading')
      fetchAfter(reports)
    },
    refresh: (changed) => {
      if (stored.every(({ id }) => id !== changed.id)) fetchAfter(stored)
    },
  }
}

/** The id of the report that was created first; null without reports. */
function oldestId(reports: readonly ReportRow[]): string | null {
  const byCreation = (a: ReportRow, b: ReportRow) =>
    a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)
  return reports.toSorted(byCreation)[0]?.id ?? null
}

/** The first rows, and those of `others` that are not among them. */
function merged(first: readonly ReportRow[], others: readonly ReportRow[]): ReportRow[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...others.filter(({ id }) => !ids.has(id))]
}
