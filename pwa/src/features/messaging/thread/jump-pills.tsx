// Buttons that scroll a conversation up to the first unread message, or down to the newest one.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../ui/button'
import { CountBadge } from '../../../ui/badge'

export function UnreadPill({ count, onJump }: { count: number; onJump: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const jump = async () => {
    setBusy(true)
    await onJump()
  }
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 z-10 flex justify-center">
      <Button
        size="sm"
        busy={busy}
        icon={<ArrowUp size={14} aria-hidden="true" />}
        onClick={jump}
        className="pointer-events-auto animate-pop-in rounded-full! text-primary-ink shadow-3"
      >
        {count === 1 ? 'Jump to 1 unread message' : `Jump to ${count} unread messages`}
      </Button>
    </div>
  )
}

export function NewestPill({ count, onJump }: { count: number; onJump: () => void }) {
  return (
    <div role="status" className="pointer-events-none absolute right-4 bottom-3 z-10 @3xl:right-6">
      <Button
        aria-label={count > 0 ? `Jump to newest, ${count} unread` : 'Jump to newest'}
        title="Jump to newest"
        onClick={onJump}
        className="pointer-events-auto w-control animate-pop-in rounded-full! px-0 shadow-3"
      >
        <ArrowDown size={17} aria-hidden="true" />
        <span className="absolute -top-2 left-1/2 -translate-x-1/2">
          <CountBadge count={count} label="unread" />
        </span>
      </Button>
    </div>
  )
}
