// The summary of Google Analytics: sessions by day, and the sources that brought them.
import { calendarDayText } from '../../../lib/text/days'
import { BarList } from '../../../ui/chart/bar-list'
import { Card } from '../../../ui/card'
import { LineChart } from '../../../ui/chart/line-chart'
import { useMinute } from '../../../ui/hooks/use-now'
import { Figure } from './figure'
import type { Sources } from '../queries'
import { amountText, asOfText, countText, durationText, shareOf, SOURCE, WINDOW } from '../rules'

export function Summary({ sources }: { sources: Sources }) {
  const now = useMinute()
  const snapshot = sources.snapshot
  const trend = snapshot?.session_trend ?? null
  const top = snapshot?.traffic_sources ?? null
  const totalsAsOf = snapshot?.totals_as_of ?? null
  const all = snapshot?.sessions ?? top?.reduce((sum, [, count]) => sum + count, 0) ?? 0
  return (
    <section aria-label="Quick summary" className="grid gap-3 md:grid-cols-2">
      <Card title="Sessions" aside={<AsOf at={snapshot?.trend_as_of ?? null} now={now} />}>
        {trend === null ? (
          <NoData at={snapshot?.trend_as_of ?? null} />
        ) : (
          <LineChart
            title="Sessions of each day"
            columns={['Day', 'Sessions']}
            about={{ as_of: snapshot?.trend_as_of ?? null, source: SOURCE }}
            points={trend.map(([day, count]) => ({
              label: calendarDayText(day, 'short'),
              value: count,
              text: countText(count),
            }))}
          />
        )}
        <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-3 sm:grid-cols-3">
          <Figure
            isSmall
            label="Average engagement time"
            value={durationText(snapshot?.avg_engagement_time ?? null)}
            asOf={totalsAsOf}
            now={now}
          />
          <Figure
            isSmall
            label="Conversions"
            value={amountText(snapshot?.conversions ?? null)}
            asOf={totalsAsOf}
            now={now}
          />
          <Figure
            isSmall
            label="New users"
            value={countText(snapshot?.new_users ?? null)}
            asOf={totalsAsOf}
            now={now}
          />
        </dl>
      </Card>
      <Card title="Top sources" aside={<AsOf at={snapshot?.sources_as_of ?? null} now={now} />}>
        {top === null ? (
          <NoData at={snapshot?.sources_as_of ?? null} />
        ) : (
          <BarList
            title="The ten sources with the most sessions"
            columns={['Source / medium', 'Sessions']}
            about={{ period: WINDOW, as_of: snapshot?.sources_as_of ?? null, source: SOURCE }}
            points={top.map(([name, count]) => ({
              label: name,
              value: count,
              text: `${countText(count)} (${shareOf(count, all)}%)`,
            }))}
          />
        )}
      </Card>
    </section>
  )
}

function AsOf({ at, now }: { at: string | null; now: number }) {
  return (
    <span className="text-xs text-ink-3" title={WINDOW}>
      {asOfText(at, now)}
    </span>
  )
}

function NoData({ at }: { at: string | null }) {
  return (
    <p className="py-6 text-center text-base text-ink-2">
      {at === null ? 'The first figures are on their way.' : 'Google has no data for the last 30 days.'}
    </p>
  )
}
