// The status of a client's website in one of three states: scored, not scored yet, or not onboarded.
import type { ClientRow } from '../../db/rows/clients'
import type { ScanRunRow, ScoreRow } from '../../db/rows/performance'
import { latestOf, failedRunOf, openRunOf, usePerformance } from './queries'
import { type Change, changeFrom } from './rules'

/** `failed` is the newest scan if it failed. */
type WebsiteContext = { client: ClientRow; running: ScanRunRow | null; failed: ScanRunRow | null }

export type WebsiteStatus =
  | { is: 'loading' }
  | { is: 'failed'; retry: () => void }
  | ({ is: 'scored'; score: ScoreRow; change: Change | null } & WebsiteContext)
  | ({ is: 'not-scored' } & WebsiteContext)
  | ({ is: 'not-onboarded' } & WebsiteContext)

export const TEXTS = {
  failed: 'Failed to load performance data',
  first: 'Your first report comes next Monday.',
  scanning: 'Your website is being scanned. Your first report comes next Monday.',
  scanFailed: 'The last scan failed.',
  onboard: 'Complete onboarding to see how fast your website is.',
}

export function useWebsiteStatus(): WebsiteStatus {
  const view = usePerformance()
  if (view.is !== 'ready') return view
  const context = { client: view.client, running: openRunOf(view.runs), failed: failedRunOf(view.runs) }
  const score = latestOf(view.scores)
  if (score !== undefined)
    return { is: 'scored', score, change: changeFrom(score.last_week_score, score), ...context }
  return { is: view.client.website_url === null ? 'not-onboarded' : 'not-scored', ...context }
}
