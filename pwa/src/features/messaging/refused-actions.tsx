// What a person can do about a message the server did not take.
import { useState } from 'react'

import { useLive } from '../../live/live'
import { Button } from '../../ui/button'
import { useToasts } from '../../ui/toast'
import { EditDialog } from './edit-dialog'
import { SEND_FAILED, unlessBeingSent } from './mutations'
import type { WaitingMessage } from './thread-state'

export function RefusedActions({ entry }: { entry: WaitingMessage }) {
  const { sync } = useLive()
  const toasts = useToasts()
  const [doing, setDoing] = useState<'nothing' | 'editing' | 'discarding'>('nothing')
  const finish = async (work: Promise<void>) => {
    const outcome = await unlessBeingSent(work)
    setDoing('nothing')
    if (outcome === 'too-late') toasts.show({ title: 'This message is being sent right now' })
  }
  return (
    <div className="mt-1.5 mb-2 flex flex-col items-end gap-1.5">
      <p role="alert" className="text-right text-sm text-balance text-bad">
        {SEND_FAILED}
        {Boolean(entry.error?.message) && <span className="block text-ink-2">{entry.error?.message}</span>}
      </p>
      {doing === 'discarding' ? (
        <div className="flex items-center gap-1.5">
          <span className="mr-1 text-sm text-ink-2">Discard for good?</span>
          <Button size="sm" autoFocus onClick={() => setDoing('nothing')}>
            Keep
          </Button>
          <Button size="sm" tone="danger" onClick={() => finish(sync.discard(entry.id))}>
            Discard
          </Button>
        </div>
      ) : (
        <div className="flex gap-1.5">
          <Button size="sm" onClick={() => void sync.retry(entry.id)}>
            Retry
          </Button>
          <Button size="sm" tone="quiet" onClick={() => setDoing('editing')}>
            Edit
          </Button>
          <Button size="sm" tone="quiet" onClick={() => setDoing('discarding')}>
            Discard
          </Button>
        </div>
      )}
      {doing === 'editing' && (
        <EditDialog
          content={entry.body.content}
          onClose={() => setDoing('nothing')}
          onSave={(content) => finish(sync.edit(entry.id, content))}
        />
      )}
    </div>
  )
}
