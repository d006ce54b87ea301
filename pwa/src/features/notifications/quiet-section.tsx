// Quiet hours: push notifications wait until the hours end. The app itself still shows notices.
import { useState } from 'react'

import { readersZone, zoneText } from '../../lib/text/zones'
import { serverNow } from '../../lib/time/clock'
import type { PreferencesRow } from '../../db/rows/notices'
import { Switch } from '../../ui/form/switch'
import { TextField } from '../../ui/form/text-field'
import { Section } from '../../ui/layout/section'
import { useQuietHours } from './use-preferences'

/** The default hours, in minutes of the day. */
const DEFAULT_FROM = 22 * 60
const DEFAULT_TO = 7 * 60

export function QuietSection({ preferences }: { preferences: PreferencesRow | undefined }) {
  const zone = readersZone()
  const { chosen, save } = useQuietHours(zone)
  const isQuiet = chosen?.is_quiet ?? preferences?.is_quiet ?? false
  const hours = { from: preferences?.quiet_from ?? DEFAULT_FROM, to: preferences?.quiet_to ?? DEFAULT_TO }
  return (
    <Section title="Quiet hours" lead="We stay silent, then catch you up when quiet hours end.">
      <div className="border-t border-line px-4 sm:px-5">
        <Switch
          label="Keep quiet hours"
          on={isQuiet}
          busy={chosen !== null}
          onChange={(on) => void save({ is_quiet: on })}
        />
        {isQuiet && (
          <div className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-4">
            <Hour
              key={`from ${hours.from}`}
              label="From"
              minute={hours.from}
              onChange={(minute) => save({ quiet_from: minute })}
            />
            <Hour
              key={`to ${hours.to}`}
              label="To"
              minute={hours.to}
              onChange={(minute) => save({ quiet_to: minute })}
            />
            <p className="text-sm text-ink-3">In {zoneText(preferences?.zone || zone, serverNow())}.</p>
          </div>
        )}
      </div>
    </Section>
  )
}

/** Saves on blur, because a half-typed time is not valid. */
function Hour({
  label,
  minute,
  onChange,
}: {
  label: string
  minute: number
  /** Resolves to whether the time is saved. */
  onChange: (minute: number) => Promise<boolean>
}) {
  const [typed, setTyped] = useState(clockOf(minute))
  const saveTyped = async () => {
    const next = minuteOf(typed)
    if (next === minute) return
    if (next === null || !(await onChange(next))) setTyped(clockOf(minute))
  }
  return (
    <TextField
      label={label}
      type="time"
      className="min-w-0"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void saveTyped()}
    />
  )
}

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

function minuteOf(clock: string): number | null {
  const [hours, minutes] = clock.split(':').map(Number)
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)
    ? null
    : hours * 60 + minutes
}
