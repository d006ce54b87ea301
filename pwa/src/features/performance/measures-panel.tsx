// The measurements besides the score: from the scan, and from real visitors if there were enough.
import { monthDayText } from '../../lib/text/days'
import type { ScoreRow } from '../../db/rows/rows'
import { Figure } from '../../ui/chart/figure'
import { Panel } from './panel'
import { SCAN, SCAN_PERIOD, timeText } from './rules'

/** The standard names, with which the provider and the web's documents call them, and what each one says. */
const MEASURES: { name: string; label: string; explanation: string; unit: 'ms' | 'none' }[] = [
  {
    name: 'fcp_ms',
    label: 'First Contentful Paint',
    explanation: 'Until something is visible',
    unit: 'ms',
  },
  {
    name: 'lcp_ms',
    label: 'Largest Contentful Paint',
    explanation: 'Until the main content is visible',
    unit: 'ms',
  },
  {
    name: 'tbt_ms',
    label: 'Total Blocking Time',
    explanation: 'While the page does not react',
    unit: 'ms',
  },
  {
    name: 'inp_ms',
    label: 'Interaction to Next Paint',
    explanation: 'From a tap to the reaction',
    unit: 'ms',
  },
  {
    name: 'si_ms',
    label: 'Speed Index',
    explanation: 'Until the screen looks complete',
    unit: 'ms',
  },
  {
    name: 'cls',
    label: 'Cumulative Layout Shift',
    explanation: 'How much the page jumps; 0 is best',
    unit: 'none',
  },
]

export function MeasuresPanel({ score }: { score: ScoreRow }) {
  return (
    <Panel title="What was measured">
      <Measures values={score.metrics} asOf={score.created_at} period={SCAN_PERIOD} />
      {score.field !== null && (
        <>
          <h3 className="mt-4 mb-2 text-base font-semibold text-ink">Real visitors, last 28 days</h3>
          <Measures values={score.field} asOf={score.created_at} period="last 28 days, real visitors" />
        </>
      )}
    </Panel>
  )
}

function Measures({
  values,
  asOf,
  period,
}: {
  values: Record<string, number | string>
  asOf: string
  period: string
}) {
  const present = MEASURES.filter(({ name }) => typeof values[name] === 'number')
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      {present.map(({ name, label, explanation, unit }) => (
        <Figure
          key={name}
          label={label}
          value={unit === 'ms' ? timeText(Number(values[name])) : Number(values[name]).toFixed(2)}
          period={period}
          source={SCAN}
          asOf={asOf}
          age={`As of ${monthDayText(asOf)}`}
          isSmall
          note={explanation}
        />
      ))}
    </dl>
  )
}
