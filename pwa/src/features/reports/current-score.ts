// A client's current performance score, and the score before it. Pure.
import type { ReportRow } from '../../db/rows/reports'
import type { ScanRunRow } from '../../db/rows/performance'
import { dateOf } from '../../live/report-order'

export interface CurrentScore {
  value: number
  /** The time of its scan; of the report if that is unknown. */
  at: string
  /** The score with which it is compared; null without one. */
  before: number | null
  /** What `before` is: `week before`, `last report`. */
  against: string
}

/** The newest of these scans that has a score. */
export function newestScan(scans: readonly ScanRunRow[]): ScanRunRow | undefined {
  return scans
    .filter(({ performance_score, finished_at }) => performance_score !== null && finished_at !== null)
    .sort((one, other) => (other.finished_at ?? '').localeCompare(one.finished_at ?? ''))[0]
}

/**
 * The score of the scan, or without one of the newest report that has a score; null without both. `reports` are newest
 * first. If the scan's day is after that of the report's score, its score is compared with the report's.
 */
export function currentScore(
  scan: ScanRunRow | undefined,
  reports: readonly ReportRow[],
): CurrentScore | null {
  const last = reports.find(({ figures }) => figures !== null && figures.score !== null)
  const { score = null, score_before = null, as_of = null, scores = [] } = last?.figures ?? {}
  const reportedAt = last === undefined ? '' : (scores.at(-1)?.[0] ?? as_of ?? dateOf(last))
  const { performance_score = null, finished_at = null } = scan ?? {}
  if (performance_score === null || finished_at === null)
    return score === null ? null : { value: score, at: reportedAt, before: score_before, against: WEEK }
  const isNewer = finished_at.slice(0, DAY) > reportedAt.slice(0, DAY)
  return isNewer
    ? { value: performance_score, at: finished_at, before: score, against: 'last report' }
    : { value: performance_score, at: finished_at, before: score_before, against: WEEK }
}

const WEEK = 'week before'
const DAY = '2026-11-27'.length
