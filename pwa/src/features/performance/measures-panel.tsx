// What was measured besides the score: in the scan, and among real visitors where enough of them came.
import type { ScoreRow } from '../../db/rows'
import { Panel } from './panel'
import { momentText, timeText } from './rules'

const MEASURES: { name: string; label: string; unit: 'ms' | 'none' }[] = [
  { name: 'fcp_ms', label: 'First thing seen', unit: 'ms' },
  { name: 'lcp_ms', label: 'Largest thing seen', unit: 'ms' },
  { name: 'tbt_ms', label: 'Does not react for', unit: 'ms' },
  { name: 'inp_ms', label: 'Reacts to a tap within', unit: 'ms' },
  { name: 'si_ms', label: 'Filled after', unit: 'ms' },
  { name: 'cls', label: 'Jumps while loading', unit: 'none' },
]

export function MeasuresPanel({ score }: { score: ScoreRow }) {
  return (
    <Panel title="What was measured">
      <Measures values={score.metrics} asOf={score.created_at} />
      {score.field !== null && (
        <>
          <h3 className="mt-4 mb-2 text-base font-semibold text-ink">Real visitors, last 28 days</h3>
          <Measures values={score.field} asOf={score.created_at} />
        </>
      )}
    </Panel>
  )
}

function Measures({ values, asOf }: { values: Record<string, number | string>; asOf: string }) {
  const known = MEASURES.filter(({ name }) => typeof values[name] === 'number')
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        {known.map(({ name, label, unit }) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd className="tabular text-lg font-semibold text-ink">{unit === 'ms' ? timeText(Number(values[name])) : Number(values[name]).toFixed(2)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-3">As of {momentText(asOf)}</p>
    </>
  )
}
