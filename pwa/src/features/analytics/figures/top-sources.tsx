// The sources that brought the most sessions, and the sum of all others if the total is known.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { Card } from '../../../ui/card'
import { type Bar, BarList } from '../../../ui/chart/bar-list'
import { changeOf } from '../../../ui/chart/change'
import { PREVIOUS_PERIOD, countText, shareOf } from '../rules'
import { NoFigures } from './no-figures'
import { sessionsOfSources } from './totals'
import { sourceDetail, sourceName } from './traffic-sources'

const OTHERS = 'Other sources'

export function TopSources({ snapshot }: { snapshot: SnapshotRow | undefined }) {
  const sources = snapshot?.traffic_sources ?? null
  const listed = sources?.reduce((sum, [, count]) => sum + count, 0) ?? 0
  const all = snapshot === undefined ? null : sessionsOfSources(snapshot)
  const others = all === null ? 0 : all - listed
  const earlier = new Map(snapshot?.previous_sources)
  return (
    <Card
      title="Top sources"
      aside={
        sources !== null &&
        all !== null && <span className="text-sm text-ink-3">{countText(all)} sessions in all</span>
      }
    >
      {sources === null ? (
        <NoFigures asOf={snapshot?.sources_as_of ?? null} />
      ) : (
        <BarList
          title="Sessions by source"
          columns={['Source / medium', 'Sessions', PREVIOUS_PERIOD]}
          comparedWith={PREVIOUS_PERIOD}
          bars={[
            ...sources.map((source) => barOf(source, all, earlier)),
            ...(others > 0 ? [barOf([OTHERS, others], all)] : []),
          ]}
        />
      )}
    </Card>
  )
}

function barOf(
  [pair, count]: [string, number],
  all: number | null,
  earlier?: ReadonlyMap<string, number>,
): Bar {
  const previous = earlier?.get(pair)
  return {
    label: pair,
    name: sourceName(pair),
    detail: sourceDetail(pair),
    value: count,
    text: countText(count),
    share: all === null ? null : `${shareOf(count, all)}%`,
    change: changeOf(count, previous ?? null),
    previous:
      previous === undefined ? undefined : { label: pair, value: previous, text: countText(previous) },
  }
}
