// The newest known score of a client's website, from the server or from this device's rows. Pure.
import type { ScoreOfScan } from '../remote'
import type { ClientPageData } from './use-client-page'

interface Score {
  value: number
  at: string
  /** The earlier score that `value` is compared with; null without one. */
  before: number | null
  against: 'week before' | 'last report'
  /** Dates and scores, oldest first, `value` included. */
  history: readonly (readonly [string, number])[]
}

/** `fetched` are the server's scores, newest first; null without a response. */
export function scoreOf(data: ClientPageData, fetched: readonly ScoreOfScan[] | null): Score | null {
  const stored = storedScore(data)
  const complete = (fetched ?? []).filter(({ is_incomplete }) => !is_incomplete)
  const [newest] = complete
  // A scan may have ended after the response.
  if (newest === undefined || (stored !== null && Date.parse(stored.at) > Date.parse(newest.created_at)))
    return stored
  return {
    value: newest.performance_score,
    at: newest.created_at,
    before: newest.last_week_score,
    against: 'week before',
    history: complete.map((one) => [one.created_at, one.performance_score] as const).toReversed(),
  }
}

/** The newest score on this device, from the latest scan or the newest report; null without one. */
function storedScore({ reports, scan }: Pick<ClientPageData, 'reports' | 'scan'>): Score | null {
  const figures = reports.find((report) => (report.figures?.score ?? null) !== null)?.figures ?? null
  const reported = figures?.score ?? null
  const history = figures?.scores ?? []
  // The figures may be newer than the score, because they contain Google Analytics too.
  const reportedAt = history.at(-1)?.[0] ?? figures?.as_of ?? null
  if (
    scan?.state === 'done' &&
    scan.finished_at !== null &&
    scan.performance_score !== null &&
    scan.finished_at > (reportedAt ?? '')
  ) {
    const point = [scan.finished_at, scan.performance_score] as const
    return {
      value: scan.performance_score,
      at: scan.finished_at,
      before: reported,
      against: 'last report',
      history: [...history, point],
    }
  }
  if (figures === null || reported === null || reportedAt === null) return null
  return { value: reported, at: reportedAt, before: figures.score_before, against: 'week before', history }
}
