// Queries for a website's scans in the replica.
import type { ClientRow } from '../../db/rows/clients'
import type { ScanRunRow, ScanTaskRow, ScoreRow } from '../../db/rows/performance'
import { clientStream } from '../../db/streams'
import { useLive } from '../../live/live'
import { sharedRows, useMember, useRows, type View } from '../../live/view'

export interface Performance {
  client: ClientRow
  /** The last ten scores, oldest first. */
  scores: ScoreRow[]
  /** The stored scans, oldest first; the last one may be queued or running. */
  runs: ScanRunRow[]
  tasks: ScanTaskRow[]
}

/** The signed-in client's website performance; `failed` if there is no client. */
export function usePerformance(): View<Performance> {
  const { sync } = useLive()
  const member = useMember()
  const rows = usePerformanceOf(member.is === 'ready' ? member.client_id : null)
  if (rows.is !== 'ready')
    return member.is === 'ready' && member.client_id === null ? { is: 'failed', retry: sync.tryAgain } : rows
  return rows.client === undefined ? { is: 'failed', retry: sync.tryAgain } : { ...rows, client: rows.client }
}

const usePerformanceOf = sharedRows(clientStream, async (replica, clientId) => {
  const [client, scores, runs, tasks] = await Promise.all([
    replica.clients.get(clientId),
    replica.performance_scores.where('client_id').equals(clientId).sortBy('created_at'),
    replica.scan_runs.where('client_id').equals(clientId).sortBy('asked_at'),
    replica.scan_tasks.where('client_id').equals(clientId).toArray(),
  ])
  return { client, scores: scores.slice(-10), runs, tasks }
})

/** The newest complete score. */
export function latestOf(scores: readonly ScoreRow[]): ScoreRow | undefined {
  return scores.findLast((score) => !score.is_incomplete)
}

/** The queued or running scan; null if there is none. */
export function openRunOf(runs: readonly ScanRunRow[]): ScanRunRow | null {
  const run = runs.at(-1)
  return run !== undefined && (run.state === 'queued' || run.state === 'running') ? run : null
}

/** The newest scan if it failed; null once another one is requested. */
export function failedRunOf(runs: readonly ScanRunRow[]): ScanRunRow | null {
  const run = runs.at(-1)
  return run?.state === 'failed' ? run : null
}

/** A scan by its id, and its score; each undefined until it arrives. */
export function useRun(
  clientId: string,
  id: string | null,
): { run: ScanRunRow | undefined; score: ScoreRow | undefined } {
  const rows = useRows(
    clientStream(clientId),
    async (replica) => {
      const run = id === null ? undefined : await replica.scan_runs.get(id)
      const scoreId = run?.score_id ?? null
      return { run, score: scoreId === null ? undefined : await replica.performance_scores.get(scoreId) }
    },
    [id],
    ({ run }) => run !== undefined,
  )
  return rows.is === 'ready' ? rows : { run: undefined, score: undefined }
}
