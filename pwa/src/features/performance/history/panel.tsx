// The history as a chart, with a button that shows it as a table.
import { useId, useState } from 'react'

import { HistoryChart } from '../../../ui/chart/score-history/history-chart'
import type { Point } from '../../../ui/chart/score-history/points'
import { HistoryTable } from '../../../ui/chart/score-history/table'
import { TableButton } from '../../../ui/chart/table-button'
import { cx } from '../../../ui/cx'
import { Panel } from '../panel'
import { NOISE } from '../../../lib/text/ratings'

export function HistoryPanel({ points }: { points: readonly Point[] }) {
  const [isTable, setTable] = useState(false)
  const tableId = useId()
  return (
    <Panel
      title="History"
      className="lg:order-first"
      aside={
        <TableButton
          isTable={isTable}
          chartTitle="the score history"
          tableId={tableId}
          onToggle={() => setTable(!isTable)}
        />
      }
    >
      <HistoryChart points={points} />
      <p className="mt-1 text-xs text-pretty text-ink-3">
        Green from 90, yellow from 50, red below. Changes inside the blue band ({NOISE} points) are normal
        variation.
      </p>
      <div id={tableId} className={cx('mt-4 overflow-x-auto print:block', !isTable && 'hidden')}>
        <HistoryTable points={points} />
      </div>
    </Panel>
  )
}
