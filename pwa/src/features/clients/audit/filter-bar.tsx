// The filters of the audit log: search, user, kind of action, and days.
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { serverNow } from '../../../lib/time/clock'
import { useRows } from '../../../live/view'
import { Button, IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { SearchField } from '../../../ui/form/search-field'
import { SelectField } from '../../../ui/form/select-field'
import { TextField } from '../../../ui/form/text-field'
import { type AuditFilter, daysOf, EVERYTHING, isFiltered, KINDS, type Period, PERIODS } from './filter'

type FilterBarProps = {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
  onRefresh: () => void
}

export function FilterBar({ filter, onChange, onRefresh }: FilterBarProps) {
  const [period, setPeriod] = useState<Period>('any')
  /** On phones the filters are hidden until the user opens them. */
  const [isOpen, setOpen] = useState(false)
  const admins = useAdmins()
  const chosen = [filter.by, filter.kind, filter.from + filter.to].filter((value) => value !== '').length
  const set = (change: Partial<AuditFilter>) => onChange({ ...filter, ...change })
  return (
    <div role="search" aria-label="Audit log" className="flex flex-wrap items-end gap-2 py-3">
      <SearchField
        label="Search the audit log"
        placeholder="Action, company or person"
        value={filter.words}
        onChange={(words) => set({ words })}
        className="audit-search min-w-0 flex-1"
      />
      <Button
        aria-expanded={isOpen}
        aria-controls="audit-filters"
        className="sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
      </Button>
      <IconButton label="Refresh audit log" onClick={onRefresh} className="audit-refresh">
        <RefreshCw size={16} aria-hidden="true" />
      </IconButton>
      <div
        id="audit-filters"
        className={cx('flex w-full flex-wrap items-end gap-2 sm:contents', !isOpen && 'max-sm:hidden')}
      >
        <SelectField
          isLabelHidden
          label="Person"
          className="audit-filter"
          value={filter.by}
          options={[['', 'Everyone'], ...admins, ['system', 'System']]}
          onChange={(event) => set({ by: event.currentTarget.value })}
        />
        <SelectField
          isLabelHidden
          label="Kind of action"
          className="audit-filter"
          value={filter.kind}
          options={KINDS}
          onChange={(event) => set({ kind: event.currentTarget.value as AuditFilter['kind'] })}
        />
        <SelectField
          isLabelHidden
          label="Period"
          className="audit-filter"
          value={period}
          options={PERIODS}
          onChange={(event) => {
            const next = event.currentTarget.value as Period
            setPeriod(next)
            set(daysOf(next, serverNow()))
          }}
        />
        {period === 'days' && (
          <>
            <Day label="From" value={filter.from} max={filter.to} onChange={(from) => set({ from })} />
            <Day label="To" value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
          </>
        )}
        {isFiltered(filter) && (
          <Button
            tone="borderless"
            onClick={() => {
              setPeriod('any')
              onChange(EVERYTHING)
            }}
          >
            Clear filters
          </Button>
        )}
      </div>
    </div>
  )
}

type DayProps = { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void }

function Day({ onChange, ...field }: DayProps) {
  return (
    <TextField
      {...field}
      type="date"
      className="audit-filter"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The ids and names of the admins, by name. */
function useAdmins(): readonly (readonly [string, string])[] {
  const view = useRows('w', async (replica) => ({ admins: await replica.admins.toArray() }), [])
  if (view.is !== 'ready') return []
  return view.admins
    .flatMap(({ user_id, name }) => (user_id === null ? [] : [[user_id, name] as const]))
    .sort(([, one], [, other]) => one.localeCompare(other))
}
