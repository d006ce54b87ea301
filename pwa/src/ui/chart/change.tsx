// The change of a figure against an earlier period: an arrow and the amount, and a sentence for screen readers.
import { ArrowDown, ArrowRight, ArrowUp, Sparkles } from 'lucide-react'

import { amountText, numberText } from '../../lib/text/numbers'
import { isNoise } from '../../lib/text/ratings'
import { cx } from '../cx'

export interface Change {
  direction: 'up' | 'down' | 'same' | 'new'
  tone: 'good' | 'bad' | 'neutral'
  /** `+12%`, `−2.1 pts`, `12×`, `New`, `0%` */
  text: string
  /** For screen readers, such as `up 12%`. The text "compared with" and the period follow it. */
  spoken: string
}

type Amount = number | null

/** From this factor on, the change is shown as a factor, because a percentage would be hard to read. */
const HUGE = 10
const ICONS = { up: ArrowUp, down: ArrowDown, same: ArrowRight, new: Sparkles }
const TONES = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-2' }

/** The change, in per cent, of an amount for which more is better. Null if either amount is missing. */
export function changeOf(value: Amount, before: Amount): Change | null {
  if (value === null || before === null) return null
  if (before <= 0) {
    if (value <= 0) return noChange('0%')
    return { direction: 'new', tone: 'good', text: 'New', spoken: 'new' }
  }
  const factor = value / before
  if (factor >= HUGE) {
    const times = numberText(factor)
    return { direction: 'up', tone: 'good', text: `${times}×`, spoken: `up ${times}-fold` }
  }
  const percent = Math.round((factor - 1) * 100)
  return percent === 0 ? noChange('0%') : changeBy(percent, '%', '%')
}

/** The change of a percentage, in points with one decimal. Null if either amount is missing. */
export function pointsChangeOf(value: Amount, before: Amount, { isLowerBetter = false } = {}): Change | null {
  if (value === null || before === null) return null
  const points = Math.round((value - before) * 10) / 10
  if (points === 0) return noChange('0 pts')
  const isOne = Math.abs(points) === 1
  return changeBy(points, isOne ? ' pt' : ' pts', isOne ? ' point' : ' points', isLowerBetter)
}

/** The change of a performance score in points, without a colour if it is noise. Null if either score is missing. */
export function scoreChangeOf(score: Amount, before: Amount): Change | null {
  const change = pointsChangeOf(score, before)
  return change && isNoise((score ?? 0) - (before ?? 0)) ? { ...change, tone: 'neutral' } : change
}

/** `comparedWith` is the earlier period, such as `30 days before`. It is visible only with `isLong`. */
export function ChangeMark({
  change,
  comparedWith,
  isLong = false,
}: {
  change: Change
  comparedWith: string
  isLong?: boolean
}) {
  const { direction, tone, text, spoken } = change
  const Icon = ICONS[direction]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 text-sm">
      <span
        aria-hidden="true"
        className={cx('tabular inline-flex items-center gap-0.5 font-medium', TONES[tone])}
      >
        <Icon size={14} />
        {text}
      </span>
      {isLong && (
        <span aria-hidden="true" className="text-ink-3">
          vs {comparedWith}
        </span>
      )}
      <span className="sr-only">
        {spoken} compared with the {comparedWith}
      </span>
    </span>
  )
}

function noChange(text: string): Change {
  return { direction: 'same', tone: 'neutral', text, spoken: 'no change' }
}

function changeBy(by: number, unit: string, spokenUnit: string, isLowerBetter = false): Change {
  const direction = by > 0 ? 'up' : 'down'
  const amount = amountText(Math.abs(by))
  return {
    direction,
    tone: (direction === 'down') === isLowerBetter ? 'good' : 'bad',
    text: `${by > 0 ? '+' : '−'}${amount}${unit}`,
    spoken: `${direction} ${amount}${spokenUnit}`,
  }
}
