// A client's performance score with its trend, and what happened to the latest scan.
import type { ClientRow, ScanRunRow } from '../../../db/rows/rows'
import { dateText, monthDayText } from '../../../lib/text/days'
import { Card } from '../../../ui/card'
import { ChangeMark, pointsChangeOf } from '../../../ui/chart/change'
import { LineChart } from '../../../ui/chart/line-chart'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import { agoText } from '../../../lib/text/days'
import { scoreOf } from './score'
import type { ClientPageData } from './use-client-page'
import { useScores } from './use-scores'

type ScorePanelProps = { client: ClientRow; data: ClientPageData }

export function ScorePanel({ client, data }: ScorePanelProps) {
  const { scan } = data
  const score = scoreOf(data, useScores(client.id, scan))
  const now = useMinute()
  const change = score && pointsChangeOf(score.value, score.before)
  return (
    <Card title="Performance score">
      {score === null ? (
        <p className="text-base text-ink-2">{missingText(client, scan)}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="tabular text-2xl font-semibold text-ink">{score.value}</span>
            {change && <ChangeMark change={change} against={score.against} isLong />}
            <Time at={score.at} className="scan-time text-sm text-ink-3">
              Scanned {agoText(score.at, now)}
            </Time>
          </p>
          {score.history.length > 1 && (
            <div className="mt-3">
              <LineChart
                title="Performance score"
                columns={['Day', 'Score', 'Before']}
                periods={['Score of each scan', '']}
                points={score.history.map(([day, value]) => ({
                  label: monthDayText(day),
                  value,
                  text: String(value),
                }))}
                about={{ asOf: score.at, age: agoText(score.at, now), source: 'Website scan' }}
              />
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

function missingText(client: ClientRow, scan: ScanRunRow | undefined): string {
  if (client.website_url === null) return 'No website yet. Add its address with Edit, then it is scanned.'
  if (scan?.state === 'failed') return `The last scan failed: ${scan.error}`
  if (scan?.state === 'queued' || scan?.state === 'running') return 'The first scan is running.'
  return 'Not scanned yet.'
}
