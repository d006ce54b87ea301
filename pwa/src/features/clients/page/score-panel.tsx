// A client's performance score with its trend, and what happened to the latest scan.
import type { ClientRow } from '../../../db/rows/clients'
import { useId, useState } from 'react'

import { dateText } from '../../../lib/text/days'
import { Card } from '../../../ui/card'
import { ChangeMark, scoreChangeOf } from '../../../ui/chart/change'
import { HistoryChart } from '../../../ui/chart/score-history/history-chart'
import type { Point } from '../../../ui/chart/score-history/points'
import { HistoryTable } from '../../../ui/chart/score-history/table'
import { TableButton } from '../../../ui/chart/table-button'
import { cx } from '../../../ui/cx'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import { agoText } from '../../../lib/text/days'
import { MissingScore } from './missing-score'
import { scoreOf } from './score'
import type { ClientPageData } from './use-client-page'
import { useScores } from './use-scores'

type ScorePanelProps = { client: ClientRow; data: ClientPageData }

export function ScorePanel({ client, data }: ScorePanelProps) {
  const { scan } = data
  const score = scoreOf(data, useScores(client.id, scan))
  const now = useMinute()
  const [isTable, setTable] = useState(false)
  const table = useId()
  const points = (score?.history ?? []).map(([at, value]): Point => ({
    is: 'score',
    id: at,
    at,
    score: value,
  }))
  const change = score && scoreChangeOf(score.value, score.before)
  return (
    <Card
      title="Performance score"
      aside={
        points.length > 1 && (
          <TableButton
            className="-mr-2.5"
            isTable={isTable}
            chartTitle="the score history"
            tableId={table}
            onToggle={() => setTable(!isTable)}
          />
        )
      }
    >
      {score === null ? (
        <MissingScore client={client} scan={scan} />
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="tabular text-2xl font-semibold text-ink">{score.value}</span>
            {change && <ChangeMark change={change} comparedWith={score.against} isLong />}
            <Time at={score.at} className="scan-time text-sm text-ink-3">
              Scanned {agoText(score.at, now)}
            </Time>
          </p>
          {points.length > 1 && (
            <div className="mt-3">
              <HistoryChart points={points} />
              <div id={table} className={cx('mt-4 overflow-x-auto print:block', !isTable && 'hidden')}>
                <HistoryTable points={points} />
              </div>
            </div>
          )}
        </>
      )}
      {score !== null && scan?.state === 'failed' && (
        <p className="mt-3 text-sm text-bad">
          The scan on {dateText(scan.asked_at, 'short')} failed: {scan.error}
        </p>
      )}
    </Card>
  )
}
