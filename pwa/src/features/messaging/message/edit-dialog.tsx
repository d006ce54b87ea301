// Dialog that edits the text of a rejected message.
import { useId, useState } from 'react'

import { useDraft } from '../../../live/use-draft'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { RestoredNote } from '../../../ui/form/restored-note'
import { NO_TEXT } from '../../../lib/text/message-text'
import { canSend, contentOf, sendErrorText } from '../mutations'
import { CharactersLeft } from '../../../ui/form/characters-left'

type EditDialogProps = {
  id: string
  content: string
  /** Whether the message has a file, so that it can be sent without a text. */
  hasFile: boolean
  onClose: () => void
  onSave: (content: string) => Promise<void>
}

export default function EditDialog({ id, content, hasFile, onClose, onSave }: EditDialogProps) {
  const form = useId()
  const draft = useDraft(`edit:${id}`, { text: content })
  const { text } = draft.fields
  const isSendable = canSend(text) || (hasFile && contentOf(text) === '')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    if (!isSendable) return
    setBusy(true)
    setProblem(null)
    try {
      await onSave(contentOf(text) || NO_TEXT)
      await draft.saved()
    } catch (error) {
      setBusy(false)
      setProblem(sendErrorText(error))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit message"
      actions={
        <>
          <Button
            onClick={() => {
              draft.reset()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} busy={busy} disabled={!isSendable}>
            Save and send
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="flex flex-col gap-3"
      >
        {problem !== null && <Alert>{problem}</Alert>}
        {draft.isRestored && <RestoredNote onReset={draft.reset} />}
        <textarea
          aria-label="Message"
          rows={6}
          value={text}
          onChange={(event) => draft.change({ text: event.target.value })}
          className="field-text block max-h-[50dvh] w-full resize-none rounded-md border border-line-strong bg-surface px-3 py-2 text-ink"
        />
        <CharactersLeft text={text} />
      </form>
    </Dialog>
  )
}
