// The always visible state of sync; opens its details and the messages that wait.
import { lazy, Suspense, useRef, useState } from 'react'

import { useSyncStatus } from '../../live/live'
import { cx } from '../../ui/cx'
import { StatusDot } from '../../ui/status-dot'
import { statusText } from './status-text'

const StatusPanel = lazy(() => import('./status-panel'))

/** On narrow screens a state worth reading takes a line of its own below the header. */
export function StatusButton() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { text, tone, loud } = statusText(useSyncStatus())
  return (
    <div className={cx('min-w-0', loud && 'max-md:order-last max-md:-mx-4 max-md:basis-[calc(100%+2rem)]')}>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWanted(true)
          setOpen(!open)
        }}
        className={cx(
          'tabular flex h-control-small max-w-full items-center gap-2 rounded-full border text-sm whitespace-nowrap transition-colors',
          loud ? `px-3 max-md:w-full max-md:justify-center max-md:rounded-none max-md:border-x-0 max-md:border-b-0 ${LOUD[tone]}` : QUIET,
        )}
      >
        <StatusDot tone={tone} />
        <span role="status" className="truncate">
          {text}
        </span>
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <StatusPanel open={open} onClose={() => setOpen(false)} anchor={button} />
        </Suspense>
      )}
    </div>
  )
}

const PLAIN = 'border-line bg-surface text-ink-2 hover:border-line-strong hover:text-ink'
// A phone's header has no room for a frame around what is as it should be.
const QUIET = 'text-ink-2 hover:text-ink max-md:border-transparent max-md:pl-2 md:border-line md:bg-surface md:px-3 md:hover:border-line-strong'
const LOUD = {
  good: PLAIN,
  busy: PLAIN,
  idle: PLAIN,
  warn: 'border-warn-line bg-warn-soft text-warn hover:border-warn hover:text-warn',
  bad: 'border-bad-line bg-bad-soft text-bad hover:border-bad hover:text-bad',
}
