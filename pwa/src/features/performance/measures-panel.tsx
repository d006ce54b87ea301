// The measurements besides the score: from the scan, and from real visitors if there were enough.
import { ChevronDown } from 'lucide-react'

import { monthDayText } from '../../lib/text/days'
import { decimalText } from '../../lib/text/numbers'
import type { ScoreRow } from '../../db/rows/performance'
import { FigureArea } from '../../ui/chart/figure'
import { cx } from '../../ui/cx'
import { useMedia } from '../../ui/hooks/use-media'
import { SCAN, type Tone } from '../../lib/text/ratings'
import { SCAN_PERIOD, timeText } from './rules'

type Measure = {
  name: string
  label: string
  short: string
  /** An explanation for readers who have never measured a website. */
  meaning: string
  unit: 'ms' | 'none'
  /** The largest values that Google rates as good, and as in need of improvement. */
  limits: readonly [good: number, fair: number]
}

/** `label` is the standard name, which the provider and documentation on the web use. */
const MEASURES: readonly Measure[] = [
  {
    name: 'fcp_ms',
    label: 'First Contentful Paint',
    short: 'FCP',
    meaning: 'The wait until the first text or picture shows.',
    unit: 'ms',
    limits: [1800, 3000],
  },
  {
    name: 'lcp_ms',
    label: 'Largest Contentful Paint',
    short: 'LCP',
    meaning: 'The wait until the main part of the page shows.',
    unit: 'ms',
    limits: [2500, 4000],
  },
  {
    name: 'tbt_ms',
    label: 'Total Blocking Time',
    short: 'TBT',
    meaning: 'How long the page ignores taps while it loads.',
    unit: 'ms',
    limits: [200, 600],
  },
  {
    name: 'inp_ms',
    label: 'Interaction to Next Paint',
    short: 'INP',
    meaning: 'The wait between a tap and what it does.',
    unit: 'ms',
    limits: [200, 500],
  },
  {
    name: 'si_ms',
    label: 'Speed Index',
    short: 'SI',
    meaning: 'The wait until the screen looks complete.',
    unit: 'ms',
    limits: [3400, 5800],
  },
  {
    name: 'cls',
    label: 'Cumulative Layout Shift',
    short: 'CLS',
    meaning: 'How much the page jumps while it loads; 0 is best.',
    unit: 'none',
    limits: [0.1, 0.25],
  },
]

const WHOLE_ROW = { gridColumn: '1 / -1' }
/** As many in a row as fit: two on most phones. */
const COLUMNS = { gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' }

/** Folded on phones, because the score and the tasks say what a client needs. */
export function MeasuresPanel({ score }: { score: ScoreRow }) {
  const isOpen = useMedia('print, (min-width: 64rem)')
  return (
    <details
      open={isOpen}
      style={WHOLE_ROW}
      className="group min-w-0 rounded-lg border border-line bg-surface shadow-1"
    >
      <summary className="flex min-h-control cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
        <h2 className="text-head font-semibold text-ink">What was measured</h2>
        <ChevronDown
          size={17}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pb-4 sm:px-5 sm:pb-5">
        <Measures values={score.metrics} asOf={score.created_at} period={SCAN_PERIOD} />
        {score.field !== null && (
          <>
            <h3 className="mt-4 mb-2 text-base font-semibold text-ink">Real visitors, last 28 days</h3>
            <Measures values={score.field} asOf={score.created_at} period="last 28 days, real visitors" />
          </>
        )}
      </div>
    </details>
  )
}

type MeasuresProps = { values: Record<string, number | string>; asOf: string; period: string }

function Measures({ values, asOf, period }: MeasuresProps) {
  const present = MEASURES.filter(({ name }) => typeof values[name] === 'number')
  return (
    <ul style={COLUMNS} className="grid gap-x-6 gap-y-4">
      {present.map(({ name, label, short, meaning, unit, limits }) => {
        const measured = Number(values[name])
        const value = unit === 'ms' ? timeText(measured) : decimalText(measured, 2)
        const rating = ratingWithin(limits, measured)
        return (
          <li key={name}>
            <FigureArea
              label={label}
              value={value}
              period={period}
              source={SCAN}
              asOf={asOf}
              age={`As of ${monthDayText(asOf)}`}
            >
              <p className="tabular flex items-baseline gap-2 text-xl font-semibold text-ink">
                {value}
                <span className={cx('text-sm font-medium', TONES[rating.tone])}>{rating.word}</span>
              </p>
              <p className="text-base leading-tight text-pretty text-ink">{meaning}</p>
              <p className="mt-1 text-xs text-ink-3">
                {label} ({short})
              </p>
            </FigureArea>
          </li>
        )
      })}
    </ul>
  )
}

const TONES: Record<Tone, string> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }

/** Google's rating. Its words are shorter than those of the score, because longer ones would wrap here. */
function ratingWithin([good, fair]: Measure['limits'], measured: number): { word: string; tone: Tone } {
  if (measured <= good) return { word: 'Good', tone: 'good' }
  return measured <= fair ? { word: 'Fair', tone: 'warn' } : { word: 'Poor', tone: 'bad' }
}
