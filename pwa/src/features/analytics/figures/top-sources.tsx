// The sources that brought the most sessions, and the sum of all others, so that the list adds up to the total.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { Card } from '../../../ui/card'
import { type Bar, BarList } from '../../../ui/chart/bar-list'
import { changeOf } from '../../../ui/chart/change'
import { PREVIOUS_PERIOD, countText, shareOf } from '../rules'
import { NoFigures } from './no-figures'
import { sourceDetail, sourceName } from './traffic-sources'

const OTHERS = 'Other sources'

export function TopSources({ snapshot }: { snapshot: SnapshotRow | undefined }) {
  const sources = snapshot?.traffic_sources ?? null
  const listed = sources?.reduce((sum, [, count]) => sum + count, 0) ?? 0
  const all = Math.max(snapshot?.sessions ?? 0, listed)
  return (
    <Card
      title="Top sources"
      aside={sources !== null && <span className="text-sm text-ink-3">{countText(all)} sessions in all</span>}
    >
      {sources === null ? (
        <NoFigures asOf={snapshot?.sources_as_of ?? null} />
      ) : (
        <BarList
          title="Sessions by source"
          columns={['Source / medium', 'Sessions', PREVIOUS_PERIOD]}
          comparedWith={PREVIOUS_PERIOD}
          bars={[
            ...sources.map((source) => barOf(source, all, new Map(snapshot?.previous_sources))),
            ...(all > listed ? [barOf([OTHERS, all - listed], all)] : []),
          ]}
        />
      )}
    </Card>
  )
}

function barOf([pair, count]: [string, number], all: number, earlier?: ReadonlyMap<string, number>): Bar {
  const previous = earlier?.get(pair)
  return {
    label: pair,
    name: sourceName(pair),
    detail: sourceDetail(pair),
    value: count,
    text: countText(count),
    share: `${shareOf(count, all)}%`,
    change: changeOf(count, previous ?? null),
    previous:
      previous === undefined ? undefined : { label: pair, value: previous, text: countText(previous) },
  }
}
