// A labelled native select.
import { ChevronDown } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

import { cx } from '../cx'

type SelectFieldProps = Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'> & {
  label: string
  /** Whether the label is only for screen readers. */
  isLabelHidden?: boolean
  hint?: ReactNode
  options: readonly (readonly [value: string, name: string])[]
}

export function SelectField({
  label,
  isLabelHidden = false,
  hint,
  options,
  className,
  ...rest
}: SelectFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium text-ink'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...rest}
          id={id}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          className={cx(
            'field-text h-control w-full appearance-none truncate rounded-md border border-line-strong bg-surface pr-8 pl-3 text-ink shadow-1 transition-colors duration-150',
            'hover:border-ink-3 focus-visible:outline-2 focus-visible:outline-offset-[-1px] focus-visible:outline-focus disabled:opacity-45',
          )}
        >
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown
          size={15}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-3"
        />
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
