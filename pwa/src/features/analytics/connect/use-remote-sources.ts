// Polls the server for the connections of a client without a card on file, who has no rows on this device.
import { useEffect, useState } from 'react'

import type { ConnectionRow, SourceStatus, SourceType } from '../../../db/rows/analytics'
import { whenAnswered } from '../../../lib/slow-response'
import type { View } from '../../../live/view'
import { askSources } from '../mutations'
import type { Sources } from '../queries'

const AGAIN_MS = 3000

/** Polls every 3 s; does nothing unless `wanted`. */
export function useAskedSources(wanted: boolean): View<Sources> {
  const [found, setFound] = useState<Sources | 'failed' | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!wanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = (): void => undefined
    const ask = () => {
      stop = whenAnswered<Awaited<ReturnType<typeof askSources>> | 'late'>(askSources(), hear, 'late')
    }
    const hear = (answer: Awaited<ReturnType<typeof askSources>> | 'late') => {
      setFound((before) => (answer === null || answer === 'late' ? (before ?? 'failed') : sourcesIn(answer)))
      // A late response still arrives, so schedule no second request.
      if (answer !== 'late') timer = setTimeout(ask, AGAIN_MS)
    }
    ask()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [wanted, round])
  if (found === null) return { is: 'loading' }
  const retry = () => {
    setFound(null)
    setRound((before) => before + 1)
  }
  return found === 'failed' ? { is: 'failed', retry } : { is: 'ready', ...found }
}

function sourcesIn({ isOffered, rows }: NonNullable<Awaited<ReturnType<typeof askSources>>>): Sources {
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
