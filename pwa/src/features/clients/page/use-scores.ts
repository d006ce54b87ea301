// Loads a client's scores from the server. The device stores only the latest scan, which may have none.
import { useEffect, useState } from 'react'

import type { ScanRunRow } from '../../../db/rows/performance'
import { useSyncStatus } from '../../../live/live'
import { fetchScores, type ScoreOfScan } from '../remote'

/** Newest first; null until they arrive. Loads them again when a scan ends and when the connection returns. */
export function useScores(clientId: string, scan: ScanRunRow | undefined): readonly ScoreOfScan[] | null {
  const isLive = useSyncStatus().link.is === 'live'
  const [scores, setScores] = useState<readonly ScoreOfScan[] | null>(null)
  const { id, state } = scan ?? {}
  useEffect(() => {
    if (!isLive) return
    let isCurrent = true
    void fetchScores(clientId).then((reply) => {
      // Without a response the page keeps the scores that it has.
      if (isCurrent && 'value' in reply) setScores(reply.value.rows)
    })
    return () => {
      isCurrent = false
    }
  }, [clientId, isLive, id, state])
  return scores
}
