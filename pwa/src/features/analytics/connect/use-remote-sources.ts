// Polls the server for the connections of a client without a card on file, because this device stores no rows of that
// client.
import { useEffect, useState } from 'react'

import type { ConnectionRow, SourceStatus, SourceType } from '../../../db/rows/analytics'
import { onResponse } from '../../../lib/time/slow-response'
import type { View } from '../../../live/view'
import { loadSources } from '../mutations'
import type { Sources } from '../queries'

const POLL_MS = 3000

/** Polls every 3 s; does nothing unless `isEnabled`. */
export function useRemoteSources(isEnabled: boolean): View<Sources> {
  const [sources, setSources] = useState<Sources | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isEnabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = (): void => undefined
    const request = () => {
      stop = onResponse<Awaited<ReturnType<typeof loadSources>> | 'late'>(loadSources(), receive, 'late')
    }
    const receive = (response: Awaited<ReturnType<typeof loadSources>> | 'late') => {
      setSources((before) =>
        response === null || response === 'late' ? (before ?? 'failed') : sourcesIn(response),
      )
      // A late response still arrives, and then schedules the next request.
      if (response !== 'late') timer = setTimeout(request, POLL_MS)
    }
    request()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isEnabled, attempt])
  if (sources === null) return { is: 'loading' }
  const retry = () => {
    setSources(null)
    setAttempt((before) => before + 1)
  }
  return sources === 'failed' ? { is: 'failed', retry } : { is: 'ready', ...sources }
}

function sourcesIn({ isOffered, rows }: NonNullable<Awaited<ReturnType<typeof loadSources>>>): Sources {
  const rowOf = (type: SourceType): ConnectionRow | undefined => {
    const row = rows.find(({ source_type }) => source_type === type)
    return row && { ...row, _s: [], source_type: type, status: row.status as SourceStatus }
  }
  const analytics = rowOf('google_analytics')
  return {
    client: undefined,
    analytics,
    searchConsole: rowOf('google_search_console'),
    snapshot: undefined,
    hasProperty: (analytics?.connected_property ?? null) !== null,
    isOffered,
  }
}
