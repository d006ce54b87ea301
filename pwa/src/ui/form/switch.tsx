// A switch that takes effect at once.
import { type ReactNode, useId } from 'react'

import { cx } from '../cx'

const KNOB = { background: '#fff' }
/** In the dark scheme, this border is brighter than that of a switch that is off. */
const ON = { borderColor: 'var(--primary-ink)' }
const OFF = { background: 'light-dark(var(--ink-3), var(--line-strong))' }

type SwitchProps = {
  label: string
  hint?: ReactNode
  on: boolean
  onChange: (on: boolean) => void
  busy?: boolean
}

/** The whole row is clickable. With `busy`, the switch keeps the focus and ignores clicks. */
export function Switch({ label, hint, on, onChange, busy = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-4">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer py-3">
        <span className="block text-base font-medium text-ink">{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-sm text-pretty text-ink-3">
            {hint}
          </span>
        )}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={label}
        aria-busy={busy}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onClick={() => {
          if (!busy) onChange(!on)
        }}
        className="flex size-control shrink-0 items-center justify-end rounded-md aria-busy:cursor-progress"
      >
        <span
          style={on ? ON : OFF}
          className={cx(
            'flex h-5 w-9 forced-color-adjust-none items-center rounded-full border px-1 transition-colors duration-150',
            on ? 'justify-end bg-primary' : 'border-ink-3',
          )}
        >
          {/* The knob is white in both schemes and has a contrast of 3:1 against the track. */}
          <span style={KNOB} className="size-3 rounded-full shadow-1" />
        </span>
      </button>
    </div>
  )
}
