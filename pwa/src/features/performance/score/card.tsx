// The score card on the overview, with the change against the previous score.
import { Link } from 'react-router'

import { dateTimeText } from '../../../lib/text/times'
import { Card } from '../../../ui/card'
import { Figure } from '../../../ui/chart/figure'
import { ChangeLine } from './change-line'
import { latestOf, usePerformance } from '../queries'
import { changeFrom, ratingOf, SCAN, SCAN_PERIOD } from '../rules'

/** An invisible placeholder for a change. It has parts of the same length, so it wraps like a real one. */
const AS_LONG = { change: { points: 0, isNoise: true, word: 'nnnnnnnn' }, since: 'nn nnnnn nnnn nnn nnn nnn' }

/** `href` is the address of the PageSpeed tab. */
export function ScoreCard({ href }: { href: string }) {
  const view = usePerformance()
  const score = view.is === 'ready' ? latestOf(view.scores) : undefined
  const change = score === undefined ? null : changeFrom(score.previous_score, score)
  const rating = score && ratingOf(score.performance_score).word
  return (
    <Card label="Performance score" className="flex flex-col">
      <dl>
        <Figure
          label="Performance score"
          value={score === undefined ? '—' : String(score.performance_score)}
          period={SCAN_PERIOD}
          source={SCAN}
          asOf={score?.created_at ?? null}
          age={ageOf(view.is, score?.created_at)}
          isComing={view.is === 'loading'}
          note={
            <>
              {rating}
              {change !== null && <ChangeLine change={change} since="since the last scan" />}
              {view.is === 'loading' && (
                <div aria-hidden="true" className="opacity-0">
                  <br />
                  <ChangeLine {...AS_LONG} />
                </div>
              )}
            </>
          }
        />
      </dl>
      <Link
        to={href}
        className="mt-auto -mb-2 inline-flex min-h-control-small items-center text-sm font-medium text-primary-ink hover:underline"
      >
        See PageSpeed
      </Link>
    </Card>
  )
}

function ageOf(is: 'loading' | 'failed' | 'ready', at: string | undefined): string {
  if (at !== undefined) return `As of ${dateTimeText(at)}`
  return is === 'failed' ? 'Failed to load performance data' : is === 'ready' ? 'Not measured yet' : ''
}
