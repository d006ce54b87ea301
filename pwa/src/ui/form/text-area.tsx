// A labelled text area.
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

import { cx } from '../cx'

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'id'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-2">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={cx(
          'field-text block w-full resize-y rounded-md border bg-surface px-3 py-2 text-ink shadow-1',
          error === undefined ? 'border-line-strong hover:border-ink-3' : 'border-bad',
        )}
      />
      {note !== undefined && (
        <div
          id={`${id}-note`}
          className={cx('mt-1.5 text-sm', error === undefined ? 'text-ink-3' : 'text-bad')}
        >
          {note}
        </div>
      )}
    </div>
  )
}
