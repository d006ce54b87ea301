// The history of a website's scores as points in time; a scan that failed is a gap, not a zero.
import type { ScanRunRow, ScoreRow } from '../../../db/rows/rows'

export type Point =
  | { is: 'score'; id: string; at: string; score: number }
  /** The scan brought no score, or an answer without one. */
  | { is: 'gap'; id: string; at: string; why: 'failed' | 'incomplete' }

const MOST = 10

/** The last ten, the oldest first. */
export function pointsOf(scores: readonly ScoreRow[], runs: readonly ScanRunRow[]): Point[] {
  const measured = scores.map((row): Point => {
    const { id, created_at: at } = row
    return row.is_incomplete ? { is: 'gap', id, at, why: 'incomplete' } : { is: 'score', id, at, score: row.performance_score }
  })
  const failed = runs
    .filter((run) => run.state === 'failed')
    .map((run): Point => ({ is: 'gap', id: run.id, at: run.finished_at ?? run.asked_at, why: 'failed' }))
  return [...measured, ...failed].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-MOST)
}

export const GAP_TEXT = { failed: 'Scan failed', incomplete: 'Incomplete result' }
