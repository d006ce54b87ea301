// The measurements besides the score: from the scan, and from real visitors if there were enough.
import { monthDayText } from '../../lib/text/days'
import type { ScoreRow } from '../../db/rows/rows'
import { Figure } from '../../ui/chart/figure'
import { Panel } from './panel'
import { SCAN, SCAN_PERIOD, timeText } from './rules'

const MEASURES: { name: string; label: string; unit: 'ms' | 'none' }[] = [
  { name: 'fcp_ms', label: 'First content', unit: 'ms' },
  { name: 'lcp_ms', label: 'Main content', unit: 'ms' },
  { name: 'tbt_ms', label: 'Unresponsive for', unit: 'ms' },
  { name: 'inp_ms', label: 'Reacts to a tap within', unit: 'ms' },
  { name: 'si_ms', label: 'Visually ready', unit: 'ms' },
  { name: 'cls', label: 'Layout shift', unit: 'none' },
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
      {present.map(({ name, label, unit }) => (
        <Figure
          key={name}
          label={label}
          value={unit === 'ms' ? timeText(Number(values[name])) : Number(values[name]).toFixed(2)}
          period={period}
          source={SCAN}
          asOf={asOf}
          age={`As of ${monthDayText(asOf)}`}
          isSmall
        />
      ))}
    </dl>
  )
}
