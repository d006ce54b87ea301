// Actions for a message that the server rejected: retry, edit, discard.
import { lazy, Suspense, useState } from 'react'

import { useLive } from '../../../live/live'
import { canEdit, hasFile, mayHaveArrived } from '../../../synced/messaging/rules'
import { Button } from '../../../ui/button'
import { SEND_FAILED } from '../mutations'
import type { WaitingMessage } from '../rows/state'

const EditDialog = lazy(() => import('./edit-dialog'))

export function RejectedActions({ entry }: { entry: WaitingMessage }) {
  const { sync } = useLive()
  const [step, setStep] = useState<'nothing' | 'editing' | 'discarding'>('nothing')
  const finish = async (work: Promise<void>) => {
    await work
    setStep('nothing')
  }
  return (
    <div className="mt-1.5 mb-2 flex flex-col items-end gap-1.5">
      <p role="alert" className="text-right text-sm text-balance text-bad">
        {SEND_FAILED}
        <span className="block text-ink-2">
          {entry.error?.code === 'already_read'
            ? 'The first version was already read, so it stays. Retry sends this one too.'
            : entry.error?.message}
        </span>
      </p>
      {step === 'discarding' ? (
        <div className="flex items-center gap-1.5">
          <span className="mr-1 text-sm text-ink-2">
            {mayHaveArrived(entry) ? 'It may have arrived. Take it back?' : 'Discard for good?'}
          </span>
          <Button size="sm" autoFocus onClick={() => setStep('nothing')}>
            Keep
          </Button>
          <Button size="sm" tone="danger" onClick={() => finish(sync.discard(entry.id))}>
            {mayHaveArrived(entry) ? 'Unsend' : 'Discard'}
          </Button>
        </div>
      ) : (
        <div className="flex gap-1.5">
          <Button size="sm" onClick={() => void sync.retry(entry.id)}>
            Retry
          </Button>
          {canEdit(entry) && (
            <Button size="sm" tone="borderless" onClick={() => setStep('editing')}>
              Edit
            </Button>
          )}
          <Button size="sm" tone="borderless" onClick={() => setStep('discarding')}>
            Discard
          </Button>
        </div>
      )}
      {step === 'editing' && (
        <Suspense fallback={null}>
          <EditDialog
            id={entry.id}
            content={entry.body.content}
            hasFile={hasFile(entry.body)}
            onClose={() => setStep('nothing')}
            onSave={(content) => finish(sync.edit(entry.id, content))}
          />
        </Suspense>
      )}
    </div>
  )
}
