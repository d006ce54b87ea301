// The message composer: stores text and files as a draft, and sends them as a message.
import { SendHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'

import type { FileRow } from '../../../db/rows/files'
import type { Role } from '../../../db/rows/messages'
import { useLive, useStored } from '../../../live/live'
import { useSetTyping } from '../../../live/ephemeral/use-ephemeral'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { useToasts } from '../../../ui/feedback/toast'
import { MessageCard } from '../message/card'
import { AttachMenu } from './attach-menu'
import { DraftFileList } from './draft-file-list'
import { canSend, contentOf, sendErrorText } from '../mutations'
import { MessageField } from './message-field'
import { sendAll } from './send-all'
import { waitingShare } from './share'
import { ShareBar } from './share-bar'
import { CharactersLeft } from '../../../ui/form/characters-left'
import type { DraftFiles } from './use-draft-files'
import { useTextDraft } from './use-text-draft'

type ComposerProps = {
  clientId: string
  placeholder: string
  viewerRole: Role
  field: RefObject<HTMLTextAreaElement | null>
  files: DraftFiles
  onSent: () => void
  /** Called on Esc. */
  onLeave: () => void
}

/** The caller sets the conversation as `key`, so each conversation mounts a new composer. */
export function Composer(props: ComposerProps) {
  const { clientId, placeholder, viewerRole, field, files: picked, onSent, onLeave } = props
  const { replica, sync } = useLive()
  const toasts = useToasts()
  const notifyTyping = useSetTyping(clientId)
  const draft = useTextDraft(replica, clientId)
  const { text, card } = draft
  const share = useStored(waitingShare, [])
  const attachShare = () => draft.attachShare(picked.takeShare)
  const attachNow = useEffectEvent(attachShare)
  // A client has only one conversation, so a share goes into it. An admin has to choose one.
  const takesShare = viewerRole === 'client' && draft.isRead && share !== undefined && share !== null
  useEffect(() => {
    if (takesShare) attachNow()
  }, [takesShare])
  const write = (next: string) => {
    draft.write(next)
    notifyTyping(next.trim() !== '')
  }
  const [sent, setSent] = useState<readonly FileRow[]>([])
  // Leave out files of an earlier press, which stay listed until they are stored, and large ones that are uploading.
  const files = picked.files.filter(
    ({ id }) => picked.large[id]?.is !== 'uploading' && sent.every((file) => file.id !== id),
  )
  // A figure is sent only with a question about it.
  const isSendable = canSend(text) || (files.length > 0 && contentOf(text) === '' && card === null)
  const hintId = useId()
  const send = async () => {
    if (!isSendable) return
    notifyTyping(false)
    setSent((before) => [...before, ...files])
    onSent()
    try {
      // The transaction that queues the message deletes the draft, so the text is always stored in one of them.
      await draft.send((sentCard, onStored) =>
        sendAll(replica, sync, { clientId, text, card: sentCard, files }, onStored),
      )
    } catch (error) {
      setSent([])
      toasts.show({ tone: 'error', title: sendErrorText(error) })
    }
  }

  return (
    <form
      className="@container shrink-0 border-t border-line bg-surface pb-[var(--safe-bottom)]"
      onSubmit={(event) => {
        event.preventDefault()
        field.current?.focus()
        void send()
      }}
    >
      <div className="mx-auto max-w-3xl px-3 py-2.5 @3xl:px-6">
        {card !== null && <MessageCard card={card} onRemove={draft.removeCard} className="mb-2" />}
        {viewerRole === 'admin' && <ShareBar onAttach={attachShare} />}
        <DraftFileList {...picked} />
        <div className="flex items-end gap-1.5">
          <AttachMenu onFiles={picked.add} describedBy={hintId} />
          <MessageField
            field={field}
            text={text}
            placeholder={card === null ? placeholder : 'What would you like to know?'}
            onText={write}
            onFiles={picked.add}
            onSend={() => void send()}
            onLeave={onLeave}
          />
          <Button
            type="submit"
            tone="primary"
            disabled={!isSendable}
            icon={<SendHorizontal size={17} aria-hidden="true" />}
            className={isSendable ? 'max-sm:w-control max-sm:px-0' : 'max-sm:sr-only'}
          >
            <span className="max-sm:sr-only">Send</span>
          </Button>
        </div>
        <CharactersLeft text={text} className="mt-1.5" />
        <p id={hintId} className={cx('mt-1.5 text-xs text-ink-3', picked.isOnline && 'sr-only')}>
          {picked.isOnline
            ? 'PDF, Word, Excel, pictures, text or ZIP, up to 100 MB; offline up to 25 MB.'
            : 'Offline: up to 25 MB per file.'}
        </p>
      </div>
    </form>
  )
}
