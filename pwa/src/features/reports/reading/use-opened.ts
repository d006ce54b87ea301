// Hook that notifies the server when the client opens a report. Only the first time counts.
import { useEffect } from 'react'

import type { ReportRow } from '../../../db/rows/reports'
import { useSyncStatus } from '../../../live/live'
import { noteOpened } from '../remote'

export function useOpened({ id, seen_at }: ReportRow): void {
  const { role, link } = useSyncStatus()
  const isFirstOpening = role === 'client' && link.is === 'live' && seen_at === null
  useEffect(() => {
    if (isFirstOpening) void noteOpened(id)
  }, [isFirstOpening, id])
}
