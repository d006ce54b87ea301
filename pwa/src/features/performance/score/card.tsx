// The score on the overview, with the change against the previous score.
import { Link } from 'react-router'

import { dateTimeText } from '../../../lib/text/times'
import { cx } from '../../../ui/cx'
import { DETAILS_LINK, FigureCell } from '../../../ui/chart/figure'
import { ChangeLine } from './change-line'
import { latestOf, usePerformance } from '../queries'
import { ratingOf, SCAN, type Tone } from '../../../lib/text/ratings'
import { changeFrom, SCAN_PERIOD } from '../rules'

const TONES: Record<Tone, string> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }

/** `href` is the address of the PageSpeed tab. */
export function ScoreCard({ href }: { href: string }) {
  const view = usePerformance()
  const scores = view.is === 'ready' ? view.scores.filter((score) => !score.is_incomplete) : []
  const score = latestOf(scores)
  const change = score === undefined ? null : changeFrom(score.previous_score, score)
  const rating = score && ratingOf(score.performance_score)
  const age = ageOf(view.is, score?.created_at)
  return (
    <FigureCell
      label="Performance score"
      value={score === undefined ? '—' : String(score.performance_score)}
      word={rating && <span className={cx('text-sm font-medium', TONES[rating.tone])}>{rating.word}</span>}
      trend={scores.map(({ performance_score }) => performance_score)}
      period={SCAN_PERIOD}
      source={SCAN}
      asOf={score?.created_at ?? null}
      age={age}
      note={change === null ? score === undefined && age : <ChangeLine change={change} />}
      more={
        <Link to={href} className={DETAILS_LINK}>
          See PageSpeed
        </Link>
      }
    />
  )
}

function ageOf(viewState: 'loading' | 'failed' | 'ready', at: string | undefined): string {
  if (at !== undefined) return `As of ${dateTimeText(at)}`
  return viewState === 'failed'
    ? 'Failed to load performance data'
    : viewState === 'ready'
      ? 'Not measured yet'
      : ''
}
