// Turns a website's scores and scans into the points of its history.
import type { ScanRunRow, ScoreRow } from '../../../db/rows/performance'
import type { Point } from '../../../ui/chart/score-history/points'

const MAX_POINTS = 10

/** Returns the last ten points, oldest first. */
export function pointsOf(scores: readonly ScoreRow[], runs: readonly ScanRunRow[]): Point[] {
  const measured = scores.map((row): Point => {
    const { id, created_at: at } = row
    return row.is_incomplete
      ? { is: 'gap', id, at, reason: 'incomplete' }
      : { is: 'score', id, at, score: row.performance_score }
  })
  const failed = runs
    .filter((run) => run.state === 'failed')
    .map((run): Point => ({ is: 'gap', id: run.id, at: run.finished_at ?? run.asked_at, reason: 'failed' }))
  return [...measured, ...failed].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-MAX_POINTS)
}
