// Reads of a website's scans from the replica.
import type { ClientRow, ScanRunRow, ScanTaskRow, ScoreRow } from '../../db/rows'
import type { Replica } from '../../db/schema'
import { noted, shared, useStored, useSyncStatus } from '../../live/live'

export interface Performance {
  client: ClientRow | undefined
  /** The last ten, the oldest first. */
  scores: ScoreRow[]
  /** The same of scans; the last one may be under way. */
  runs: ScanRunRow[]
  tasks: ScanTaskRow[]
}

export type PerformanceView =
  | { is: 'loading' }
  /** Nothing is stored here, and nothing can be loaded. */
  | { is: 'failed' }
  | ({ is: 'ready' } & Performance)

/** The signed-in client's own. An error is one only while nothing is stored on this device. */
export function usePerformance(): PerformanceView {
  const { client_id, role, link } = useSyncStatus()
  const stored = useRows(client_id)
  if (stored === 'broken') return { is: 'failed' }
  if (stored?.client !== undefined) return { is: 'ready', ...stored }
  return link.is === 'offline' || stored?.isLoaded === true || role === 'admin' ? { is: 'failed' } : { is: 'loading' }
}

async function read(replica: Replica, clientId: string): Promise<Performance & { isLoaded: boolean }> {
  const [client, scores, runs, tasks, stream] = await Promise.all([
    replica.clients.get(clientId),
    replica.performance_scores.where('client_id').equals(clientId).sortBy('created_at'),
    replica.scan_runs.where('client_id').equals(clientId).sortBy('asked_at'),
    replica.scan_tasks.where('client_id').equals(clientId).toArray(),
    replica.streams.get(`c:${clientId}`),
  ])
  return { client, scores: scores.slice(-10), runs, tasks, isLoaded: stream?.mode === 'ready' }
}

const [useRows] = shared(async (replica, clientId) => (await noted(read(replica, clientId))) ?? 'broken')

/** The newest score that counts. */
export function latestOf(scores: readonly ScoreRow[]): ScoreRow | undefined {
  return scores.findLast((score) => !score.is_incomplete)
}

/** The scan that waits or is being made; null if there is none. */
export function openRunOf(runs: readonly ScanRunRow[]): ScanRunRow | null {
  const run = runs.at(-1)
  return run !== undefined && (run.state === 'queued' || run.state === 'running') ? run : null
}

/** A scan by its id, and the score it brought. */
export function useRun(id: string | null): { run: ScanRunRow | undefined; score: ScoreRow | undefined } {
  const found = useStored(
    async (replica) => {
      const run = id === null ? undefined : await replica.scan_runs.get(id)
      const scoreId = run?.score_id ?? null
      return { run, score: scoreId === null ? undefined : await replica.performance_scores.get(scoreId) }
    },
    [id],
  )
  return found ?? { run: undefined, score: undefined }
}
