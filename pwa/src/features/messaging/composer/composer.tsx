// The message composer: grows with its text, stores the text as a draft, sends on Enter or by the button.
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect } from 'react'

import type { Side } from '../../../db/rows/rows'
import { useLive, useStored } from '../../../live/live'
import { useSetTyping } from '../../../live/ephemeral/use-ephemeral'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { useToasts } from '../../../ui/feedback/toast'
import { useMedia } from '../../../ui/hooks/use-media'
import { MessageCard } from '../message/card'
import { AttachMenu } from './attach-menu'
import { DraftFileList } from './draft-file-list'
import { canSend, contentOf, sendErrorText } from '../mutations'
import { sendAll } from './send-all'
import { waitingShare } from './share'
import { ShareBar } from './share-bar'
import { CharactersLeft } from './characters-left'
import type { DraftFiles } from './use-draft-files'
import { useTextDraft } from './use-text-draft'

type ComposerProps = {
  clientId: string
  placeholder: string
  side: Side
  field: RefObject<HTMLTextAreaElement | null>
  files: DraftFiles
  onSent: () => void
  /** Esc. */
  onLeave: () => void
}

/** An on-screen keyboard leaves no room for more. */
const FOUR_LINES = { maxHeight: 'calc(var(--control) + 3 * 1.5em)' }

/** The caller sets the conversation as `key`, so each conversation mounts a new composer. */
export function Composer(props: ComposerProps) {
  const { clientId, placeholder, side, field, files: picked, onSent, onLeave } = props
  const { replica, sync } = useLive()
  const toasts = useToasts()
  const notifyTyping = useSetTyping(clientId)
  const draft = useTextDraft(replica, clientId)
  const { text, card } = draft
  const share = useStored(waitingShare, [])
  // On a touch device Enter inserts a new line, and only the button sends.
  const hasKeyboard = useMedia('(pointer: fine)')

  useEffect(() => {
    if (hasKeyboard) field.current?.focus({ preventScroll: true })
  }, [hasKeyboard, field])

  useLayoutEffect(() => {
    if (field.current !== null) fitHeight(field.current)
  }, [text, field])

  const attachShare = () => draft.attachShare(picked.takeShare)
  const attachOwn = useEffectEvent(attachShare)
  // A client has one conversation. An admin chooses among many.
  const isMine = side === 'client' && draft.isRead && share !== undefined && share !== null
  useEffect(() => {
    if (isMine) attachOwn()
  }, [isMine])
  const write = (next: string) => {
    draft.write(next)
    notifyTyping(next.trim() !== '')
  }
  // Leave out large files that are already uploading.
  const files = picked.files.filter((file) => picked.large[file.id]?.is !== 'going')
  const isSendable = canSend(text) || (files.length > 0 && contentOf(text) === '')
  const hint = useId()
  const send = async () => {
    if (!isSendable) return
    notifyTyping(false)
    onSent()
    try {
      // The transaction that queues the message deletes the draft, so the text is always stored in one of them.
      await draft.send(() => sendAll(replica, sync, { clientId, text, card, files }))
    } catch (error) {
      toasts.show({ tone: 'error', title: sendErrorText(error) })
    }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onLeave()
    if (event.key !== 'Enter' || event.shiftKey || (!hasKeyboard && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    void send()
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
        {side === 'admin' && <ShareBar onAttach={attachShare} />}
        <DraftFileList {...picked} />
        <div className="flex items-end gap-1.5">
          <AttachMenu onFiles={picked.add} describedBy={hint} />
          <textarea
            ref={field}
            rows={1}
            aria-label="Message"
            placeholder={card === null ? placeholder : 'What would you like to know?'}
            value={text}
            enterKeyHint={hasKeyboard ? 'send' : 'enter'}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKey}
            onPaste={(event) => {
              if (event.clipboardData.files.length === 0) return
              event.preventDefault()
              picked.add(event.clipboardData.files)
            }}
            style={hasKeyboard ? undefined : FOUR_LINES}
            className="field-text block max-h-[min(40dvh,16rem)] min-h-control flex-1 resize-none rounded-lg border border-line-strong bg-canvas px-3 py-[calc((var(--control)-1.5em-2px)/2)] leading-normal text-ink transition-colors placeholder:truncate duration-150 hover:border-ink-3 focus-visible:outline-offset-[-1px]"
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
        <p id={hint} className={cx('mt-1.5 text-xs text-ink-3', picked.isUp && 'sr-only')}>
          {picked.isUp
            ? 'PDF, Word, Excel, pictures, text or ZIP, up to 100 MB; offline up to 25 MB.'
            : 'Offline: up to 25 MB per file.'}
        </p>
      </div>
    </form>
  )
}

function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto'
  // An empty field has one row. Returning here avoids a forced layout when the page opens.
  if (area.value === '') return
  area.style.height = `${area.scrollHeight + 2}px`
}
