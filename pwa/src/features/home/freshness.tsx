// The age of the dashboard's data, in one line; a press shows each source with its full time.
import { lazy, Suspense, useRef, useState } from 'react'

import { dateText, dayText } from '../../lib/text/days'
import { clockTime, dateTimeText } from '../../lib/text/times'
import { useSyncStatus } from '../../live/live'
import { useMinute } from '../../ui/hooks/use-now'

const Popover = lazy(async () => ({ default: (await import('../../ui/overlay/popover')).Popover }))

/** The ISO times of the last scan and of Google's last response; null without one. */
type FreshnessProps = { scan: string | null; analytics: string | null }

export function Freshness({ scan, analytics }: FreshnessProps) {
  const { link, as_of } = useSyncStatus()
  const now = useMinute()
  const button = useRef<HTMLButtonElement>(null)
  // Null until the details are first opened, which loads their code.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const isOffline = link.is === 'offline'
  const updated = isOffline ? as_of : (analytics ?? as_of)
  if (updated === null) return <p className="h-5" />
  const day = dayText(updated, now)
  const sources = [
    ['Website scan', scan],
    ['Google Analytics', analytics],
    ['This device', as_of],
  ] as const
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(isOpen !== true)}
        // A touch target of 44 px for a line of 20 px.
        style={{ margin: '-12px 0', padding: '12px 0' }}
        className="relative block text-left text-sm text-ink-3 hover:underline"
      >
        {isOffline ? 'Last updated' : 'Updated'} {day !== 'Today' && `${day}, `}
        {clockTime(updated)}
        {scan !== null && <>, scan of {dateText(scan, 'short')}</>}
      </button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <Popover open={isOpen} onClose={() => setOpen(false)} anchor={button} label="Last updates">
            <dl className="flex flex-col gap-3 p-4">
              {sources.map(([name, at]) => (
                <div key={name}>
                  <dt className="text-sm text-ink-3">{name}</dt>
                  <dd className="text-base text-ink">{at === null ? 'Not yet' : dateTimeText(at)}</dd>
                </div>
              ))}
            </dl>
          </Popover>
        </Suspense>
      )}
    </>
  )
}
