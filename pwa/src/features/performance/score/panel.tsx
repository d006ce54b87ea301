// The performance score: number, rating, change since last week, and time of the measurement.
import { ExternalLink } from 'lucide-react'

import type { ScoreRow } from '../../../db/rows/performance'
import { dayNumber, timeText } from '../../../lib/text/days'
import { dateTimeText } from '../../../lib/text/times'
import { FigureArea } from '../../../ui/chart/figure'
import { useMinute } from '../../../ui/hooks/use-now'
import { ChangeLine } from './change-line'
import { Panel } from '../panel'
import { RatingBadge } from '../../../ui/rating-badge'
import { SCAN } from '../../../lib/text/ratings'
import { changeFrom, fullReportUrl, SCAN_PERIOD, siteName } from '../rules'
import { ScoreRing } from './ring'

/** 12 px of space above the text. Negative margins make up for the touch target, which is higher than the text. */
const LINK_ROW = {
  width: 'fit-content',
  marginBlock:
    'calc(0.75rem + (1.25rem - var(--control-small)) / 2) calc((1.25rem - var(--control-small)) / 2)',
}

/** `website` is the client's website now. A score of a former website shows that website's name. */
export function ScorePanel({ score, website }: { score: ScoreRow; website: string | null }) {
  const site = siteName(score.website_url)
  const change = changeFrom(score.last_week_score, score)
  const now = useMinute()
  return (
    <Panel title="Performance score">
      <FigureArea
        label="Performance score"
        value={String(score.performance_score)}
        period={SCAN_PERIOD}
        source={SCAN}
        asOf={score.created_at}
        age={`As of ${dateTimeText(score.created_at)}`}
      >
        <div className="flex items-center gap-4">
          <ScoreRing score={score.performance_score} size={104} />
          <div className="min-w-0 space-y-1.5">
            <RatingBadge score={score.performance_score} />
            {change === null ? (
              <p className="text-sm text-ink-2">No score last week to compare</p>
            ) : (
              <ChangeLine change={change} since="since last week" />
            )}
            {change?.isNoise === true && change.points !== 0 && (
              <p className="text-xs text-ink-3">Within the usual variation</p>
            )}
          </div>
        </div>
      </FigureArea>
      <p className="mt-4 text-xs text-ink-3">
        {measuredText(score.created_at, now)}
        {score.runs.length > 1 && `, the middle of ${score.runs.length} tests`}
        {website !== null && siteName(website) !== site && `, of ${site}`}
      </p>
      <a
        href={fullReportUrl(score.website_url)}
        target="_blank"
        rel="noreferrer"
        style={LINK_ROW}
        className="flex min-h-control-small items-center gap-1.5 text-sm font-medium text-primary-ink underline-offset-2 hover:underline print:hidden"
      >
        Full report on Google PageSpeed <ExternalLink size={14} aria-hidden="true" />
        <span className="sr-only">(opens in a new window)</span>
      </a>
    </Panel>
  )
}

/** `Measured on a phone today, 11:57 AM`, `Measured on a phone Fri, Nov 20, 10:05 AM` */
function measuredText(at: string, now: number): string {
  const isToday = dayNumber(Date.parse(at)) === dayNumber(now)
  return `Measured on a phone ${isToday ? 'today, ' : ''}${timeText(at, now)}`
}
