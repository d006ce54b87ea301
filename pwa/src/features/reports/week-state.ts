// The state of a client's report of this week, and the order and counts of all clients' states. Pure.
import type { ReportRow } from '../../db/rows/reports'
import { monthDayText, timeText } from '../../lib/text/days'
import { numberText } from '../../lib/text/numbers'
import type { DotTone } from '../../ui/status-dot'
import { dateOf } from '../../live/report-order'

export type WeekState =
  | { is: 'missing'; newest: ReportRow | undefined }
  | { is: 'draft' | 'scheduled'; report: ReportRow }
  /** `draft` is a newer, unfinished report. */
  | { is: 'sent'; report: ReportRow; draft: ReportRow | undefined }

/** In the order of the list: the most urgent first. */
const ORDER = ['missing', 'draft', 'scheduled', 'sent'] as const
export const STATES: Record<WeekState['is'], { word: string; tone: DotTone }> = {
  missing: { word: 'Missing', tone: 'warn' },
  draft: { word: 'Draft', tone: 'idle' },
  scheduled: { word: 'Scheduled', tone: 'idle' },
  sent: { word: 'Sent', tone: 'good' },
}

/** `reports` are a client's, newest first; `since` is the time at which the week began. */
export function weekStateOf(reports: readonly ReportRow[], since: number): WeekState {
  const [newest] = reports
  const draft = newest?.status === 'draft' ? newest : undefined
  const sent = reports.find((report) => report.status === 'published' && Date.parse(dateOf(report)) >= since)
  if (sent !== undefined) return { is: 'sent', report: sent, draft }
  const scheduled = reports.find(({ status }) => status === 'scheduled')
  if (scheduled !== undefined) return { is: 'scheduled', report: scheduled }
  return draft === undefined ? { is: 'missing', newest } : { is: 'draft', report: draft }
}

/** Empty before the first report. `Last report Nov 16`, `Before Christmas`, `Goes out Mon, Nov 30, 8:00 AM`, `Nov 23, opened by Maya` */
export function weekText(state: WeekState, now: number): string {
  if (state.is === 'missing')
    return state.newest === undefined ? '' : `Last report ${monthDayText(dateOf(state.newest))}`
  const { title, publish_at } = state.report
  if (state.is === 'scheduled' && publish_at !== null) return `Goes out ${timeText(publish_at, now)}`
  if (state.is !== 'sent') return title
  const day = monthDayText(dateOf(state.report))
  return state.draft === undefined ? `${day}, ${openedText(state.report)}` : `${day} · next one in draft`
}

/** The state and its text on one line: `Missing`, `Missing · Last report Nov 16`, `Sent Nov 23, opened by Maya` */
export function weekLine(state: WeekState, now: number): string {
  const text = weekText(state, now)
  return [STATES[state.is].word, ...(text === '' ? [] : [text])].join(state.is === 'sent' ? ' ' : ' · ')
}

function openedText({ seen_at, seen_by }: ReportRow): string {
  if (seen_at === null) return 'not opened yet'
  return seen_by ? `opened by ${seen_by}` : 'opened'
}

/** The clients that get a report this week, in the order of their states. Within a state they keep their order. */
export function inWeekOrder<Row extends { week: WeekState | null }>(
  rows: Iterable<Row>,
): (Row & { week: WeekState })[] {
  const ofWeek = [...rows].filter((row): row is Row & { week: WeekState } => row.week !== null)
  return ofWeek.sort((one, other) => ORDER.indexOf(one.week.is) - ORDER.indexOf(other.week.is))
}

/**
 * Returns `7 of 9 reports of this week are sent` as `sent`, `1 missing, 1 draft` as `others`, and the share of the sent
 * ones.
 */
export function countTexts(rows: readonly { week: WeekState }[]): {
  sent: string
  others: string
  percent: number
} {
  const countOf = (state: WeekState['is']) => rows.filter(({ week }) => week.is === state).length
  const sent = countOf('sent')
  const others = ORDER.filter((state) => state !== 'sent')
    .map((state) => [countOf(state), STATES[state].word.toLowerCase()] as const)
    .filter(([count]) => count > 0)
  return {
    sent: `${numberText(sent)} of ${numberText(rows.length)} reports of this week ${sent === 1 ? 'is' : 'are'} sent`,
    others: others.map(([count, word]) => `${numberText(count)} ${word}`).join(', '),
    percent: rows.length === 0 ? 0 : Math.round((100 * sent) / rows.length),
  }
}
