// A segmented control, in which the user selects one of a few options.
import { useId } from 'react'

import { cx } from '../cx'

type SegmentsProps<T extends string> = {
  label: string
  /** Whether the label is only for screen readers. */
  isLabelHidden?: boolean
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function Segments<T extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
}: SegmentsProps<T>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-sm font-medium text-ink'}>{label}</legend>
      <div className="flex rounded-md border border-line-strong bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'flex h-control-small min-w-0 flex-1 cursor-pointer border items-center justify-center rounded-sm px-2 text-center text-sm font-medium',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus',
              option.value === value
                ? 'border-line-strong bg-raised text-ink shadow-1'
                : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="truncate">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
