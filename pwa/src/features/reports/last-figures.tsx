// A client's current score and the day of its last report, in the lists of clients.
import { monthDayText } from '../../lib/text/days'
import { ratingOf } from '../../lib/text/ratings'
import type { ClientReportState } from './last-reports'

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }

/** The score in the colour of its rating; a dash without one. */
export function ScoreFigure({ score }: Pick<ClientReportState, 'score'>) {
  if (score === null) return <Missing>No score yet</Missing>
  const { word, tone } = ratingOf(score)
  return (
    <span title={word} className={`tabular font-medium ${TONES[tone]}`}>
      {score}
    </span>
  )
}

/** `Nov 23`; a dash without a published report. */
export function LastReportDay({ lastAt }: Pick<ClientReportState, 'lastAt'>) {
  if (lastAt === null) return <Missing>No report yet</Missing>
  return (
    <time dateTime={lastAt} className="tabular">
      {monthDayText(lastAt)}
    </time>
  )
}

function Missing({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        —
      </span>
      <span className="sr-only">{children}</span>
    </>
  )
}
