// The question field. Enter sends, Shift+Enter inserts a line, and Stop replaces Send during a reply.
import { SendHorizontal, Square } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'

import { PROMPT_MAX } from '../../../lib/limits.gen'
import { isVisible } from '../../../lib/text/visible'
import { useDraft } from '../../../live/use-draft'
import { Button } from '../../../ui/button'
import { isComposing } from '../../../ui/composing'
import { useMedia } from '../../../ui/hooks/use-media'
import { singleClick } from '../../../ui/single-click'

type QuestionFieldProps = {
  botId: string
  botName: string
  isBusy: boolean
  /** Whether a question above was not sent. Another question would replace it on this device. */
  hasUnsent: boolean
  isOffline: boolean
  isConnecting: boolean
  onSend: (text: string) => void
  onStop: () => void
}

export function QuestionField({
  botId,
  botName,
  isBusy,
  hasUnsent,
  isOffline,
  isConnecting,
  onSend,
  onStop,
}: QuestionFieldProps) {
  const draft = useDraft(`ask:${botId}`, { text: '' })
  const { text } = draft.fields
  const field = useRef<HTMLTextAreaElement>(null)
  const hasKeyboard = useMedia('(pointer: fine)')
  const canSend = isVisible(text) && !isBusy && !hasUnsent && !isOffline && !isConnecting
  const send = () => {
    if (!canSend) return
    onSend(text.trim())
    draft.reset()
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event) || event.key !== 'Enter' || event.shiftKey || !hasKeyboard) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="shrink-0 border-t border-line bg-surface pb-[var(--safe-bottom)]"
      onSubmit={(event) => {
        event.preventDefault()
        field.current?.focus()
        send()
      }}
    >
      <div className="mx-auto max-w-3xl px-3 py-2.5 sm:px-6">
        <div className="flex items-end gap-2">
          <textarea
            ref={field}
            rows={1}
            aria-label="Message"
            placeholder={`Ask ${botName}`}
            value={text}
            maxLength={PROMPT_MAX}
            enterKeyHint={hasKeyboard ? 'send' : 'enter'}
            onChange={(event) => draft.change({ text: event.target.value })}
            onKeyDown={onKey}
            className="field-text bot-field block min-h-control flex-1 resize-none rounded-lg border border-line-strong bg-canvas px-3 py-[calc((var(--control)-1.5em-2px)/2)] leading-normal text-ink transition-colors placeholder:truncate duration-150 hover:border-ink-3 focus-visible:outline-offset-[-1px]"
          />
          {isBusy ? (
            <Button icon={<Square size={14} aria-hidden="true" />} onClick={singleClick(onStop)}>
              Stop
            </Button>
          ) : (
            <Button
              type="submit"
              tone="primary"
              disabled={!canSend}
              icon={<SendHorizontal size={17} aria-hidden="true" />}
            >
              Send
            </Button>
          )}
        </div>
        {hasUnsent && isVisible(text) && (
          <p className="mt-1.5 text-sm text-ink-3">Send or discard the question above first.</p>
        )}
        {isOffline && (
          <p className="mt-1.5 text-sm text-ink-3">
            Asking a chatbot needs a connection. What was said before can be read.
          </p>
        )}
      </div>
    </form>
  )
}
