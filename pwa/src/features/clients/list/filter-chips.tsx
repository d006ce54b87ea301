// Chips above the client list: all clients, those that wait, or those that have not signed up, with counts.
import { useId } from 'react'

import { numberText } from '../../../lib/text/numbers'
import { cx } from '../../../ui/cx'
import { type Filter, FILTER_NAMES, type Filtered, FILTERS } from './filters'

type FilterChipsProps = {
  value: Filter
  /** Null until all clients are loaded. */
  parts: Filtered | null
  onChange: (filter: Filter) => void
}

export function FilterChips({ value, parts, onChange }: FilterChipsProps) {
  const name = useId()
  return (
    <fieldset className="flex shrink-0 gap-1.5">
      <legend className="sr-only">Clients shown</legend>
      {FILTERS.map((filter) => (
        <label
          key={filter}
          className="inline-flex h-control-small shrink-0 cursor-pointer items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={filter === value}
            onChange={() => onChange(filter)}
          />
          <span
            className={cx(
              'tabular inline-flex h-8 items-center rounded-full border px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150',
              filter === value
                ? 'border-primary-line bg-primary-soft text-primary-ink'
                : 'border-line bg-surface text-ink-2 hover:text-ink',
            )}
          >
            {FILTER_NAMES[filter]}
            {parts !== null && ` ${numberText(parts[filter].length)}`}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
