// Texts of scores and changes.
import type { ScoreRow } from '../../db/rows/performance'
import { decimalText } from '../../lib/text/numbers'
import { FAIR, isNoise } from '../../lib/text/ratings'

/** The period of a score, as the recipients of a question about it see it. */
export const SCAN_PERIOD = 'latest scan, on a phone'

/** Whether to show the alert 'Website Performance Needs Attention': the measured score is below 50. */
export function needsAttention(score: ScoreRow | undefined): boolean {
  return score !== undefined && !score.is_incomplete && score.performance_score < FAIR
}

export interface Change {
  word: 'improved' | 'decreased' | 'no change'
  points: number
  isNoise: boolean
}

/** Points gained or lost against an earlier score; null if there is none. */
export function changeFrom(earlier: number | null, score: ScoreRow): Change | null {
  if (earlier === null || score.is_incomplete) return null
  const points = score.performance_score - earlier
  const word = points > 0 ? 'improved' : points < 0 ? 'decreased' : 'no change'
  return { word, points, isNoise: isNoise(points) }
}

/** `+9 points`, `−1 point`, `no change` */
export function pointsText({ points }: Pick<Change, 'points'>): string {
  if (points === 0) return 'no change'
  return `${points > 0 ? '+' : '−'}${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
}

/** The address of Google's full report about a website. */
export function fullReportUrl(website: string): string {
  return `https://pagespeed.web.dev/analysis?url=${encodeURIComponent(website)}&form_factor=mobile`
}

/** The website's address without scheme and trailing slash. */
export function siteName(website: string): string {
  return website.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** `2.4 s`, `380 ms` */
export function timeText(ms: number): string {
  return ms >= 1000 ? `${decimalText(ms / 1000)} s` : `${Math.round(ms)} ms`
}
