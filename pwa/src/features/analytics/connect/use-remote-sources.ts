// Polls the server for the connections of a client without a card on file, who has no rows on this device.
import { useEffect, useState } from 'react'

import type { ConnectionRow, SourceStatus, SourceType } from '../../../db/rows/analytics'
import { onResponse } from '../../../lib/time/slow-response'
import type { View } from '../../../live/view'
import { loadSources } from '../mutations'
import type { Sources } from '../queries'

const AGAIN_MS = 3000

/** Polls every 3 s; does nothing unless `isEnabled`. */
export function useRemoteSources(isEnabled: boolean): View<Sources> {
  const [sources, setSources] = useState<Sources | 'failed' | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isEnabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = (): void => undefined
    const request = () => {
      stop = onResponse<Awaited<ReturnType<typeof loadSources>> | 'late'>(loadSources(), receive, 'late')
    }
    const receive = (answer: Awaited<ReturnType<typeof loadSources>> | 'late') => {
      setSources((before) =>
        answer === null || answer === 'late' ? (before ?? 'failed') : sourcesIn(answer),
      )
      // A late response still arrives, and then schedules the next request.
      if (answer !== 'late') timer = setTimeout(request, AGAIN_MS)
    }
    request()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isEnabled, round])
  if (sources === null) return { is: 'loading' }
  const retry = () => {
    setSources(null)
    setRound((before) => before + 1)
  }
  return sources === 'failed' ? { is: 'failed', retry } : { is: 'ready', ...sources }
}

function sourcesIn({ isOffered, rows }: NonNullable<Awaited<ReturnType<typeof loadSources>>>): Sources {
  const of = (type: SourceType): ConnectionRow | undefined => {
    const row = rows.find(({ source_type }) => source_type === type)
    return row && { ...row, _s: [], source_type: type, status: row.status as SourceStatus }
  }
  const analytics = of('google_analytics')
  return {
    client: undefined,
    analytics,
    searchConsole: of('google_search_console'),
    snapshot: undefined,
    hasProperty: (analytics?.connected_property ?? null) !== null,
    isOffered,
  }
}
