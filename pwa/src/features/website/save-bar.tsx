// The bar below the form of Website Settings, which stays in view: what is not saved, and the result of the last
// action, beside the buttons.
import { CircleCheck } from 'lucide-react'

import { countedText } from '../../lib/text/numbers'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { ConfirmButton } from '../../ui/confirm-button'
import { RESTORED } from '../../ui/form/restored-note'
import '../../ui/layout/layout.css'

type SaveBarProps = {
  /** The number of unsaved changes. */
  count: number
  /** The changes were typed before the form was opened. */
  isRestored: boolean
  isBusy: boolean
  isOffline: boolean
  /** The error of the last attempt that belongs to no field. */
  error: string | null
  /** The result of the last action. */
  result: string | null
  onDiscard: () => void
}

export function SaveBar({ count, isRestored, isBusy, isOffline, error, result, onDiscard }: SaveBarProps) {
  return (
    <div className="save-bar mt-5 rounded-lg border border-line bg-surface p-3 shadow-2">
      {error !== null && <Alert className="mb-3">{error}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <div role="status" className="min-w-36 flex-1 text-base text-ink-2">
          {result !== null && (
            <p className="flex items-center gap-2 font-medium text-good">
              <CircleCheck size={17} aria-hidden="true" className="shrink-0" />
              {result}
            </p>
          )}
          {count > 0 && <p className="font-medium text-ink">{countedText(count, 'unsaved change')}</p>}
          {count > 0 && isRestored && <p className="text-sm">{RESTORED}</p>}
          {count === 0 && result === null && <p>No unsaved changes</p>}
          {isOffline && <p className="text-sm text-warn">Saving needs a connection.</p>}
        </div>
        {count > 0 && (
          <ConfirmButton of="the unsaved changes" onConfirm={onDiscard}>
            Discard
          </ConfirmButton>
        )}
        <Button
          tone="primary"
          type="submit"
          className={count > 0 ? 'max-sm:w-full' : ''}
          busy={isBusy}
          disabled={count === 0 || isOffline}
        >
          Save Changes
        </Button>
      </div>
    </div>
  )
}
