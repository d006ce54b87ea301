// Content that another app has shared with an admin, who chooses the conversation for it.
import { Share2 } from 'lucide-react'

import { useLive, useStored } from '../../../live/live'
import { Button } from '../../../ui/button'
import { ConfirmButton } from '../../../ui/confirm-button'
import { cx } from '../../../ui/cx'
import { discardShare, waitingShare } from './share'

/** `onAttach` puts the share into the open conversation; undefined while none is open. */
export function ShareBar({ onAttach }: { onAttach?: () => void }) {
  const { replica } = useLive()
  const share = useStored(waitingShare, [])
  if (share === undefined || share === null) return null
  const summary = [...share.files.map(({ name }) => name), share.text].filter((one) => one !== '').join(', ')
  return (
    <section
      aria-label="Shared with you"
      className={cx(
        'flex shrink-0 flex-wrap items-center gap-2',
        onAttach === undefined ? 'border-t border-line bg-surface px-3 py-2' : 'mb-2',
      )}
    >
      <Share2 size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 text-sm text-ink">
        <span className="block truncate font-medium">{summary}</span>
        {onAttach === undefined && <span className="block text-ink-3">Choose a conversation for it.</span>}
      </p>
      {/* The key asks anew for another share. */}
      <ConfirmButton key={summary} size="sm" of={summary} onConfirm={() => void discardShare(replica)}>
        Discard
      </ConfirmButton>
      {onAttach !== undefined && (
        <Button size="sm" onClick={onAttach}>
          Attach here
        </Button>
      )}
    </section>
  )
}
