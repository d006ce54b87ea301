// One message that waits, with its state and what can be done about it.
import { type ReactNode, useId, useState } from 'react'

import { clockTime } from '../../lib/time-text'
import { useLive } from '../../live/live'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { useToasts } from '../../ui/toast'
import { discardWaiting, editWaiting, type Outcome } from './mutations'
import type { WaitingMessage } from './queries'

type Doing = 'nothing' | 'editing' | 'discarding'

export function WaitingItem({ waiting: { entry, company }, showCompany }: { waiting: WaitingMessage; showCompany: boolean }) {
  const { sync } = useLive()
  const toasts = useToasts()
  const [doing, setDoing] = useState<Doing>('nothing')
  const sending = entry.state === 'sending'

  const finish = (outcome: Outcome) => {
    setDoing('nothing')
    if (outcome === 'too-late') toasts.show({ title: 'This message is being sent right now' })
  }

  return (
    <li className="px-4 py-3">
      <div className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
        <span className="truncate font-medium text-ink-2">{showCompany ? (company ?? 'Unknown client') : 'To your team'}</span>
        <span className="tabular shrink-0">written {clockTime(entry.created_at)}</span>
      </div>
      {doing === 'editing' ? (
        <EditForm
          content={entry.body.content}
          onCancel={() => setDoing('nothing')}
          onSave={async (content) => finish(await editWaiting(sync, entry.id, content))}
        />
      ) : (
        <>
          <p className="mt-0.5 line-clamp-3 text-base break-words whitespace-pre-line text-ink">{entry.body.content}</p>
          <p className={cx('mt-1 text-sm', entry.state === 'refused' ? 'text-bad' : 'text-ink-3')}>{stateText(entry)}</p>
        </>
      )}
      {doing === 'nothing' && (
        <Actions>
          <Button size="sm" disabled={sending} onClick={() => void sync.retry(entry.id)}>
            Retry
          </Button>
          <Button size="sm" tone="quiet" disabled={sending} onClick={() => setDoing('editing')}>
            Edit
          </Button>
          <Button size="sm" tone="quiet" disabled={sending} onClick={() => setDoing('discarding')}>
            Discard
          </Button>
        </Actions>
      )}
      {doing === 'discarding' && (
        <Actions>
          <span className="mr-auto self-center text-sm text-ink-2">Discard for good?</span>
          <Button size="sm" autoFocus onClick={() => setDoing('nothing')}>
            Keep
          </Button>
          <Button size="sm" tone="danger" onClick={async () => finish(await discardWaiting(sync, entry.id))}>
            Discard
          </Button>
        </Actions>
      )}
    </li>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex gap-1.5">{children}</div>
}

type EditFormProps = { content: string; onCancel: () => void; onSave: (content: string) => Promise<void> }

function EditForm({ content, onCancel, onSave }: EditFormProps) {
  const id = useId()
  const [text, setText] = useState(content)
  return (
    <form
      className="mt-1.5"
      onSubmit={async (event) => {
        event.preventDefault()
        if (text.trim() !== '') await onSave(text)
      }}
    >
      <label htmlFor={id} className="sr-only">
        Message
      </label>
      <textarea
        id={id}
        autoFocus
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="field-text block w-full resize-y rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-ink"
      />
      <div className="mt-2 flex justify-end gap-1.5">
        <Button size="sm" tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" tone="primary" type="submit" disabled={text.trim() === ''}>
          Save and send
        </Button>
      </div>
    </form>
  )
}

function stateText(entry: WaitingMessage['entry']): string {
  switch (entry.state) {
    case 'sending':
      return 'Sending'
    case 'refused':
      return `Not accepted: ${entry.error?.message ?? 'no reason was given'}`
    case 'waiting-for-sign-in':
      return 'Waits until you sign in again'
    case 'queued':
      return entry.unconfirmed ? 'Sent, but not confirmed yet; it cannot arrive twice' : 'Waits to be sent'
  }
}
