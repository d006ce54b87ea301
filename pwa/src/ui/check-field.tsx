// A box to tick, with what it does beside it.
import { type ReactNode, useId } from 'react'

type CheckFieldProps = { label: string; hint?: ReactNode; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }

export function CheckField({ label, hint, checked, disabled = false, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2.5 py-1">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className="size-6 shrink-0 accent-primary pointer-coarse:size-control-small"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block text-base font-medium text-ink">
          {label}
        </label>
        {hint !== undefined && (
          <div id={`${id}-hint`} className="text-sm text-ink-3">
            {hint}
          </div>
        )}
      </div>
    </div>
  )
}
