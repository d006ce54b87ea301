// The rating bands of scores, and the size of changes that are noise.

export type Rating = 'Good' | 'Needs Improvement' | 'Poor'
export type Tone = 'good' | 'warn' | 'bad'

/** The name of a score's source, as shown to the recipients of a question about the score. */
export const SCAN = 'Website scan'

export const GOOD = 90
export const FAIR = 50
/**
 * Scores of an unchanged page differ by up to this many points between scans (same value as in
 * platform/performance/bands.py).
 */
export const NOISE = 5

/** Whether a score that has changed by `points` may be of an unchanged page. */
export const isNoise = (points: number): boolean => Math.abs(points) <= NOISE

export function ratingOf(score: number): { word: Rating; tone: Tone } {
  if (score >= GOOD) return { word: 'Good', tone: 'good' }
  return score >= FAIR ? { word: 'Needs Improvement', tone: 'warn' } : { word: 'Poor', tone: 'bad' }
}
