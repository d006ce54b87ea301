// A labelled text field with hint and error, connected for screen readers.
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

import { cx } from '../cx'

export type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id'> & {
  label: string
  /** Replaced by the error text, if there is one. */
  hint?: ReactNode
  /** '' only marks the field, for when the form's error box shows the message. */
  error?: string | undefined
  /** Rendered inside the field, at its end. */
  trailing?: ReactNode
}

/** With `readOnly` the field looks like text, because the user cannot type into it. */
export function TextField({ label, hint, error, trailing, className, ...rest }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const isEditable = rest.readOnly !== true
  const describedBy = error ? errorId : hint !== undefined ? hintId : undefined
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-2">
        {label}
      </label>
      <div
        // Also with the focus, so that all fields with an error look the same.
        style={{ outlineColor: error === undefined ? undefined : 'var(--bad)' }}
        className={cx(
          'flex items-center rounded-md focus-within:outline-2 focus-within:outline-offset-[-1px] focus-within:outline-focus',
          isEditable && 'h-control border bg-surface shadow-1 transition-colors duration-150',
          isEditable && (error === undefined ? 'border-line-strong hover:border-ink-3' : 'border-bad'),
        )}
      >
        <input
          aria-describedby={describedBy}
          {...rest}
          id={id}
          aria-invalid={error !== undefined || undefined}
          className={cx(
            'field-text w-full min-w-0 flex-1 rounded-md bg-transparent text-ink outline-none',
            isEditable ? 'h-full px-3' : '-my-1.5 h-control',
          )}
        />
        {trailing}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
      {!error && hint !== undefined && (
        <div id={hintId} className="mt-1.5 text-sm text-ink-3">
          {hint}
        </div>
      )}
    </div>
  )
}
