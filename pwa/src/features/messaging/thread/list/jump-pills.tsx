// Buttons that scroll a conversation up to the first unread message, or down to the newest one.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../../ui/button'
import { CountBadge } from '../../../../ui/badge'

export function UnreadPill({ count, onJump }: { count: number; onJump: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const jump = async () => {
    setBusy(true)
    await onJump()
    setBusy(false)
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

/** In its own line below the list, so that it covers no message. */
export function NewestBar({ count, onJump }: { count: number; onJump: () => void }) {
  return (
    <div role="status" className="flex shrink-0 justify-center border-t border-line bg-surface">
      <Button
        tone="borderless"
        size="sm"
        icon={<ArrowDown size={16} aria-hidden="true" />}
        onClick={onJump}
        className="w-full text-primary-ink"
      >
        Jump to newest
        <CountBadge count={count} label="unread" />
      </Button>
    </div>
  )
}
