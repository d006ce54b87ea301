// The sources that brought the most sessions.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { Card } from '../../../ui/card'
import { BarList } from '../../../ui/chart/bar-list'
import { changeOf } from '../../../ui/chart/change'
import { PREVIOUS_PERIOD, countText, shareOf } from '../rules'
import { NoFigures } from './no-figures'
import { sourceDetail, sourceName } from './traffic-sources'

export function TopSources({ snapshot }: { snapshot: SnapshotRow | undefined }) {
  const sources = snapshot?.traffic_sources ?? null
  const before = new Map(snapshot?.previous_sources)
  const all = snapshot?.sessions ?? sources?.reduce((sum, [, count]) => sum + count, 0) ?? 0
  return (
    <Card title="Top sources">
      {sources === null ? (
        <NoFigures asOf={snapshot?.sources_as_of ?? null} />
      ) : (
        <BarList
          title="The ten sources with the most sessions"
          columns={['Source / medium', 'Sessions', 'Previous']}
          comparedWith={PREVIOUS_PERIOD}
          bars={sources.map(([pair, count]) => {
            const name = sourceName(pair)
            const previous = before.get(pair)
            return {
              label: pair,
              name,
              detail: sourceDetail(pair),
              value: count,
              text: countText(count),
              share: `${shareOf(count, all)}%`,
              change: changeOf(count, previous ?? null),
              previous:
                previous === undefined
                  ? undefined
                  : { label: pair, value: previous, text: countText(previous) },
            }
          })}
        />
      )}
    </Card>
  )
}
