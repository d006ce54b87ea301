// The text field of the composer: grows with its text, sends on Enter, takes pasted files.
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from 'react'

import { isComposing } from '../../../ui/composing'
import { useMedia } from '../../../ui/hooks/use-media'

type MessageFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  placeholder: string
  onText: (text: string) => void
  onFiles: (files: FileList) => void
  onSend: () => void
  /** Called on Esc. */
  onLeave: () => void
}

/** The maximum, because an on-screen keyboard leaves no space for more. */
const FOUR_LINES = { maxHeight: 'calc(var(--control) + 3 * 1.5em)' }

export function MessageField({
  field,
  text,
  placeholder,
  onText,
  onFiles,
  onSend,
  onLeave,
}: MessageFieldProps) {
  // On a touch device Enter inserts a new line, and only the button sends.
  const hasKeyboard = useMedia('(pointer: fine)')

  useEffect(() => {
    if (hasKeyboard) field.current?.focus({ preventScroll: true })
  }, [hasKeyboard, field])

  useLayoutEffect(() => {
    if (field.current !== null) fitHeight(field.current)
  }, [text, field])

  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onLeave()
    if (event.key !== 'Enter' || event.shiftKey || (!hasKeyboard && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    onSend()
  }
  return (
    <textarea
      ref={field}
      rows={1}
      aria-label="Message"
      placeholder={placeholder}
      value={text}
      enterKeyHint={hasKeyboard ? 'send' : 'enter'}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKey}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        onFiles(event.clipboardData.files)
      }}
      style={hasKeyboard ? undefined : FOUR_LINES}
      className="field-text block max-h-[min(40dvh,16rem)] min-h-control flex-1 resize-none rounded-lg border border-line-strong bg-canvas px-3 py-[calc((var(--control)-1.5em-2px)/2)] leading-normal text-ink transition-colors placeholder:truncate duration-150 hover:border-ink-3 focus-visible:outline-offset-[-1px]"
    />
  )
}

function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto'
  // An empty field has one row. Returning here avoids a forced layout when the page opens.
  if (area.value === '') return
  area.style.height = `${area.scrollHeight + 2}px`
}
