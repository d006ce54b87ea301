// Google Analytics on the Analytics tab: the figures, the sessions of each day, and why a read failed.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { calendarDayText, monthDayText } from '../../../lib/text/days'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { LineChart } from '../../../ui/chart/line-chart'
import { Alert } from '../../../ui/feedback/alert'
import { useMinute } from '../../../ui/hooks/use-now'
import { ConnectLink } from '../connect/link'
import type { Sources } from '../queries'
import {
  asOfText,
  countText,
  FOUR_WEEKS_EARLIER,
  LAST_30_DAYS,
  needsConsent,
  NOT_READ,
  PREVIOUS_PERIOD,
  SOURCE,
  STATUS_LABELS,
  withFourWeeksEarlier,
} from '../rules'
import { SourceMark } from '../source-mark'
import { NoFigures } from './no-figures'
import { Total } from './total'

const NUMBERS = ['total_users', 'sessions', 'engaged_sessions', 'bounce_rate'] as const

export function GoogleCard({ sources, connectPath }: { sources: Sources; connectPath: string }) {
  const { snapshot, analytics, client } = sources
  const status = analytics?.status === 'error' ? 'error' : 'connected'
  const error = analytics?.error ?? ''
  const property = client?.ga4_property_name ?? null
  const period = periodText(snapshot)
  const hasFigures = Boolean(snapshot?.totals_as_of ?? snapshot?.trend_as_of ?? snapshot?.sources_as_of)
  return (
    <Card label={SOURCE}>
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <div className="flex items-center gap-2.5">
          <SourceMark source="analytics" size={28} />
          <h2 className="text-head font-semibold text-ink">{SOURCE}</h2>
          <Badge tone={status === 'error' ? 'bad' : 'good'}>{STATUS_LABELS[status]}</Badge>
        </div>
        {!hasFigures && <p className="text-sm text-ink-3">{NOT_READ}</p>}
        <p className="flex w-full flex-wrap gap-x-3 text-sm text-ink-2">
          <span>{property}</span>
          <span>{period}</span>
        </p>
      </header>
      {error !== '' && (
        <Alert className="mb-4" tone={status === 'error' ? 'error' : 'warning'}>
          <p>{error}</p>
          {needsConsent(analytics) && (
            <div className="mt-2">
              <ConnectLink to={`${connectPath}?start=1`}>Reconnect</ConnectLink>
            </div>
          )}
        </Alert>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {NUMBERS.map((name) => (
          <Total key={name} name={name} snapshot={snapshot} />
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Sessions snapshot={snapshot} />
      </div>
    </Card>
  )
}

function Sessions({ snapshot }: { snapshot: SnapshotRow | undefined }) {
  const now = useMinute()
  const asOf = snapshot?.trend_as_of ?? null
  const trend = snapshot?.session_trend ?? null
  if (trend === null) return <NoFigures asOf={asOf} />
  return (
    <LineChart
      hasTitle
      title="Sessions per day"
      columns={['Day', 'Sessions', FOUR_WEEKS_EARLIER]}
      periods={[LAST_30_DAYS, FOUR_WEEKS_EARLIER]}
      about={{ asOf, age: asOfText(asOf, now), source: SOURCE }}
      points={withFourWeeksEarlier(trend, snapshot?.previous_trend ?? []).map(({ day, earlier }) => ({
        ...pointOf(day),
        previous: earlier && pointOf(earlier),
      }))}
    />
  )
}

function pointOf([day, count]: [string, number]) {
  return { label: calendarDayText(day, 'short'), value: count, text: countText(count) }
}

/** The first and the last day of the figures, and what all changes compare them with; null without a trend. */
function periodText(snapshot: SnapshotRow | undefined): string | null {
  const [first, last] = [snapshot?.session_trend?.at(0), snapshot?.session_trend?.at(-1)]
  if (!first || !last) return null
  const days = [first, last].map(([day]) => monthDayText(`${day}T12:00:00`)).join(' – ')
  return snapshot?.previous_totals ? `${days}, vs the ${PREVIOUS_PERIOD}` : days
}
