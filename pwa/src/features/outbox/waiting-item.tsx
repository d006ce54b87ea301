// One unsent message, with its state and its actions.
import { type ReactNode, useId, useState } from 'react'

import { isStoreFull } from '../../db/open'
import { timeText } from '../../lib/text/days'
import { canSend, contentOf, NO_TEXT } from '../../lib/text/message-text'
import { useLive } from '../../live/live'
import { useDraft } from '../../live/use-draft'
import { isLimited, isServerFailing } from '../../sync'
import { canEdit, hasFile, mayHaveArrived } from '../../synced/messaging/rules'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { CharactersLeft } from '../../ui/form/characters-left'
import { cx } from '../../ui/cx'
import { useMinute } from '../../ui/hooks/use-now'
import type { WaitingMessage } from './queries'

type Mode = 'nothing' | 'editing' | 'discarding'

export function WaitingItem({ entry, recipient }: { entry: WaitingMessage; recipient: string }) {
  const { sync } = useLive()
  const now = useMinute()
  const [mode, setMode] = useState<Mode>('nothing')
  const isTakeBack = entry.kind === 'messages.take_back'
  const finish = async (work: Promise<void>) => {
    await work
    setMode('nothing')
  }

  return (
    <li className="px-4 py-3">
      <div className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
        <span className="truncate font-medium text-ink-2">{recipient}</span>
        <span className="tabular shrink-0">written {timeText(entry.created_at, now)}</span>
      </div>
      {mode === 'editing' ? (
        <EditForm
          entryId={entry.id}
          content={entry.body.content}
          hasFile={hasFile(entry.body)}
          onCancel={() => setMode('nothing')}
          onSave={(content) => finish(sync.edit(entry.id, content))}
        />
      ) : (
        <>
          <p className="mt-0.5 line-clamp-3 text-base break-words whitespace-pre-line text-ink">
            {entry.body.content}
          </p>
          <p className={cx('mt-1 text-sm', entry.state === 'refused' ? 'text-bad' : 'text-ink-3')}>
            {stateText(entry, now)}
          </p>
        </>
      )}
      {mode === 'nothing' && (
        <Actions>
          <Button size="sm" disabled={entry.state === 'sending'} onClick={() => void sync.retry(entry.id)}>
            Retry
          </Button>
          {canEdit(entry) && (
            <Button size="sm" tone="borderless" onClick={() => setMode('editing')}>
              Edit
            </Button>
          )}
          {!isTakeBack && (
            <Button size="sm" tone="borderless" onClick={() => setMode('discarding')}>
              Discard
            </Button>
          )}
          {isTakeBack && entry.state === 'refused' && (
            <Button size="sm" tone="borderless" onClick={() => void sync.discard(entry.id)}>
              OK
            </Button>
          )}
        </Actions>
      )}
      {mode === 'discarding' && (
        <Actions>
          <span className="mr-auto self-center text-sm text-ink-2">
            {mayHaveArrived(entry) ? 'It may have arrived. Take it back?' : 'Discard for good?'}
          </span>
          <Button size="sm" autoFocus onClick={() => setMode('nothing')}>
            Keep
          </Button>
          <Button size="sm" tone="danger" onClick={() => void finish(sync.discard(entry.id))}>
            {mayHaveArrived(entry) ? 'Unsend' : 'Discard'}
          </Button>
        </Actions>
      )}
    </li>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex gap-1.5">{children}</div>
}

const STORAGE_FULL = 'Not saved: the storage of this device is full. Free some space and try again.'
const NOT_SAVED = 'Failed to save. Please try again.'

type EditFormProps = {
  entryId: string
  content: string
  hasFile: boolean
  onCancel: () => void
  onSave: (content: string) => Promise<void>
}

function EditForm({ entryId, content, hasFile, onCancel, onSave }: EditFormProps) {
  const id = useId()
  const draft = useDraft(`edit:${entryId}`, { text: content })
  const { text } = draft.fields
  const isSendable = canSend(text) || (hasFile && contentOf(text) === '')
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    if (!isSendable) return
    setProblem(null)
    try {
      await onSave(contentOf(text) || NO_TEXT)
      await draft.saved()
    } catch (error) {
      setProblem(isStoreFull(error) ? STORAGE_FULL : NOT_SAVED)
    }
  }
  return (
    <form
      className="mt-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {problem !== null && <Alert className="mb-2">{problem}</Alert>}
      <label htmlFor={id} className="sr-only">
        Message
      </label>
      <textarea
        id={id}
        autoFocus
        rows={3}
        value={text}
        onChange={(event) => draft.change({ text: event.target.value })}
        className="field-text block w-full resize-y rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-ink"
      />
      <CharactersLeft text={text} className="mt-1.5" />
      <div className="mt-2 flex justify-end gap-1.5">
        <Button
          size="sm"
          tone="borderless"
          onClick={() => {
            draft.reset()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button size="sm" tone="primary" type="submit" disabled={!isSendable}>
          Save and send
        </Button>
      </div>
    </form>
  )
}

function stateText(entry: WaitingMessage, now: number): string {
  if (entry.kind === 'messages.take_back') return takeBackText(entry)
  switch (entry.state) {
    case 'sending':
      return 'Sending'
    case 'refused':
      return `Not accepted: ${entry.error?.message ?? 'no reason was given'}`
    case 'waiting-for-sign-in':
      return 'Waits until you sign in again'
    case 'queued':
      if (isLimited(entry))
        return `You have sent very many messages. Sending waits until ${timeText(new Date(entry.next_at).toISOString(), now)}`
      if (isServerFailing(entry))
        return 'The server cannot store it right now; it is sent again and cannot arrive twice'
      return entry.unconfirmed
        ? 'May have arrived; it is sent again and cannot arrive twice'
        : 'Waits to be sent'
  }
}

function takeBackText({ state, error }: WaitingMessage): string {
  if (state !== 'refused') return 'Unsending; it may have arrived'
  return error?.code === 'already_read'
    ? 'It was already read, so it stays'
    : `Could not be unsent: ${error?.message ?? 'no reason was given'}`
}
