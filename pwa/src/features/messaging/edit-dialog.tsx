// Changes the text of a message that was not taken.
import { useId, useState } from 'react'

import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { canSend, contentOf } from './mutations'
import { SignsLeft } from './signs-left'

type EditDialogProps = { content: string; onClose: () => void; onSave: (content: string) => Promise<void> }

export function EditDialog({ content, onClose, onSave }: EditDialogProps) {
  const form = useId()
  const [text, setText] = useState(content)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit message"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} busy={busy} disabled={!canSend(text)}>
            Save and send
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={async (event) => {
          event.preventDefault()
          setBusy(true)
          await onSave(contentOf(text))
        }}
      >
        <textarea
          aria-label="Message"
          rows={6}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="field-text block max-h-[50dvh] w-full resize-none rounded-md border border-line-strong bg-surface px-3 py-2 text-ink"
        />
        <SignsLeft text={text} />
      </form>
    </Dialog>
  )
}
