// Button with the sync status, always visible. It opens the details and the unsent messages.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

import { serverNow } from '../../lib/time/clock'
import { useSyncStatus } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { cx } from '../../ui/cx'
import { StatusDot } from '../../ui/status-dot'
import { statusText } from './status-text'

const StatusPanel = lazy(() => import('./status-panel'))

/** On narrow screens a prominent state gets a line below the header; an offline state only for its first 8 seconds. */
export function StatusButton() {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const status = useSyncStatus()
  const { text, tone, isProminent } = statusText(status, serverNow())
  const isBadge = useIsBannerOver(status)
  const [firstPart, otherParts] = isBadge ? splitFirstWord(text) : [text, '']
  return (
    <div
      className={cx(
        'min-w-0',
        isProminent && !isBadge && 'max-md:order-last max-md:-mx-4 max-md:basis-[calc(100%+2rem)]',
      )}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        // Chromium does not derive a button's name from a status inside it.
        aria-label={text}
        onClick={() => {
          setWasOpened(true)
          setOpen(!open)
        }}
        className={cx(
          'tabular flex h-control-small max-w-full items-center gap-2 rounded-full border text-sm whitespace-nowrap transition-colors',
          isBadge
            ? `px-3 ${PROMINENT[tone]}`
            : isProminent
              ? `px-3 max-md:w-full max-md:justify-center max-md:rounded-none max-md:border-x-0 max-md:border-b-0 ${PROMINENT[tone]}`
              : UNOBTRUSIVE,
        )}
      >
        <StatusDot tone={tone} />
        {/* The narrowest phones show only the dot, so that the name fits. */}
        <span role="status" className={cx('truncate', !isProminent && 'max-[22.49rem]:sr-only')}>
          {firstPart}
          {otherParts !== '' && <span className="max-md:sr-only">{otherParts}</span>}
        </span>
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <StatusPanel open={open} onClose={() => setOpen(false)} anchor={button} />
        </Suspense>
      )}
    </div>
  )
}

/** The duration of the offline banner in ms. Then a small badge replaces it. */
const BANNER_MS = 8_000

/** Whether this offline period's banner is over. It stays while the user must act on rejected messages. */
function useIsBannerOver({ link, refused }: SyncStatus): boolean {
  const offlineSince = link.is === 'offline' ? link.since : null
  const [seenPeriod, setSeenPeriod] = useState<string | null>(null)
  useEffect(() => {
    if (offlineSince === null) return
    const timer = setTimeout(() => setSeenPeriod(offlineSince), BANNER_MS)
    return () => clearTimeout(timer)
  }, [offlineSince])
  return offlineSince !== null && seenPeriod === offlineSince && refused === 0
}

/** Splits a text after its first word: `Offline` and ` since 14:02, 2 messages waiting`. */
function splitFirstWord(text: string): [string, string] {
  const end = text.search(/ |,/)
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)]
}

const NEUTRAL = 'border-line bg-surface text-ink-2 hover:border-line-strong hover:text-ink'
// Phones show no frame around a normal state, because their header has no space for it.
const UNOBTRUSIVE =
  'text-ink-2 hover:text-ink max-md:border-transparent max-md:pl-2 max-[22.49rem]:min-w-11 max-[22.49rem]:justify-center md:border-line md:bg-surface md:px-3 md:hover:border-line-strong'
const PROMINENT = {
  good: NEUTRAL,
  busy: NEUTRAL,
  idle: NEUTRAL,
  warn: 'border-warn-line bg-warn-soft text-warn hover:border-warn',
  bad: 'border-bad-line bg-bad-soft text-bad hover:border-bad',
}
