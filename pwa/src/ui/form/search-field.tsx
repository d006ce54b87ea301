// A field that filters the list below it. Esc clears the field, and a second Esc removes its focus.
import { Search, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'

import { cx } from '../cx'

type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** Handles keys for the list below, such as the arrow key that moves the focus into it. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** The keyboard shortcut of the field, shown if there is space. */
  shortcut?: string
  field?: RefObject<HTMLInputElement | null>
  className?: string
}

export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  onKeyDown,
  shortcut,
  field,
  className,
}: SearchFieldProps) {
  return (
    <div
      className={cx(
        'flex h-control items-center gap-2 rounded-md border border-line-strong bg-surface pl-2.5 text-ink-3 shadow-1 transition-colors duration-150 hover:border-ink-3',
        'focus-within:outline-2 focus-within:outline-offset-[-1px] focus-within:outline-focus',
        className,
      )}
    >
      <Search size={16} aria-hidden="true" className="shrink-0" />
      <input
        ref={field}
        type="text"
        role="searchbox"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key !== 'Escape') return
          if (value === '') event.currentTarget.blur()
          else onChange('')
        }}
        className="field-text h-full w-full min-w-0 flex-1 bg-transparent text-ellipsis text-ink outline-none"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear"
          onClick={() => onChange('')}
          className="inline-flex size-inside shrink-0 items-center justify-center rounded-md transition-colors hover:text-ink focus-visible:-outline-offset-4"
        >
          <X size={15} aria-hidden="true" />
        </button>
      )}
      {value === '' && shortcut !== undefined && (
        <kbd
          aria-hidden="true"
          className="mr-2 hidden h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-ink-3 pointer-fine:inline-flex"
        >
          {shortcut}
        </kbd>
      )}
    </div>
  )
}
