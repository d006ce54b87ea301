// One total of Google Analytics with its change and its meaning. Its details have a longer explanation.
import type { SnapshotRow, Totals } from '../../../db/rows/analytics'
import { ChangeMark } from '../../../ui/chart/change'
import { Figure } from '../../../ui/chart/figure'
import { useMinute } from '../../../ui/hooks/use-now'
import { PREVIOUS_PERIOD, asOfText, SOURCE, WINDOW } from '../rules'
import { totalOf } from './totals'

type TotalProps = {
  name: keyof Totals
  snapshot: SnapshotRow | undefined
  isSmall?: boolean
  /** Whether it is one of three in a row on a phone, where the change does not fit beside the value. */
  isNarrow?: boolean
}

/** Renders a `<dt>` and `<dd>`, so the parent must be a `<dl>`. */
export function Total({ name, snapshot, isSmall = false, isNarrow = false }: TotalProps) {
  const now = useMinute()
  const { label, value, change, meaning, explanation } = totalOf(snapshot, name)
  const mark = change && <ChangeMark change={change} comparedWith={PREVIOUS_PERIOD} />
  const asOf = snapshot?.totals_as_of ?? null
  return (
    <Figure
      label={label}
      value={value}
      period={WINDOW}
      source={SOURCE}
      asOf={asOf}
      age={asOfText(asOf, now)}
      isSmall={isSmall}
      word={!isNarrow && mark}
      note={
        <>
          {isNarrow && mark}
          <span className="block text-xs text-pretty text-ink-3">{meaning}</span>
        </>
      }
      more={<p className="text-base text-ink-2">{explanation}</p>}
    />
  )
}
