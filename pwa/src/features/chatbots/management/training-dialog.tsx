// Dialog that adds or edits a row of training data.
import { useId, useState } from 'react'

import type { ChatbotRow, TrainingRow } from '../../../db/rows/bots'
import { isVisible } from '../../../lib/text/visible'
import { useDraft } from '../../../live/use-draft'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { RestoredNote } from '../../../ui/form/restored-note'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { addTraining, changeTraining, SUCCESS_TEXTS } from '../mutations'
import { useAction } from '../use-action'
import { useStableId } from '../use-stable-id'

export function TrainingDialog({
  bot,
  row,
  onClosed,
}: {
  bot: ChatbotRow
  row?: TrainingRow
  onClosed: () => void
}) {
  const [open, setOpen] = useState(true)
  const draft = useDraft(`training:${row?.id ?? bot.id}`, {
    question: row?.question ?? '',
    answer: row?.answer ?? '',
    source: '',
  })
  const { question, answer, source } = draft.fields
  const action = useAction()
  const idOf = useStableId()
  const form = useId()
  const sourceError =
    source === '' || /^https?:\/\/\S+$/i.test(source) ? undefined : 'An address begins with https://'
  const canSave = isVisible(question) && isVisible(answer) && sourceError === undefined
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const save = async () => {
    if (!canSave) return
    const example = { question, answer }
    const work = () =>
      row === undefined
        ? addTraining(idOf([example, source]), bot.id, example, source === '' ? null : source)
        : changeTraining(row.id, example)
    if (
      await action.run(work, row === undefined ? SUCCESS_TEXTS.addTraining : SUCCESS_TEXTS.changeTraining)
    ) {
      void draft.saved()
      close()
    }
  }
  const cancel = () => {
    draft.reset()
    close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={row === undefined ? 'Add Training Data' : 'Edit Training Data'}
      description={`What ${bot.bot_name} answers from.`}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form={form} tone="primary" busy={action.busy} disabled={!canSave}>
            {row === undefined ? 'Add Training Data' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {action.error !== null && <Alert>{action.error}</Alert>}
        {draft.isRestored && <RestoredNote onReset={draft.reset} />}
        <TextArea
          label="Question"
          required
          rows={2}
          maxLength={2000}
          value={question}
          onChange={(event) => draft.change({ question: event.target.value })}
        />
        <TextArea
          label="Answer"
          required
          rows={5}
          maxLength={8000}
          value={answer}
          onChange={(event) => draft.change({ answer: event.target.value })}
        />
        {row === undefined && (
          <TextField
            label="Source URL"
            inputMode="url"
            autoCapitalize="none"
            maxLength={2000}
            placeholder="https://"
            hint="Optional"
            error={sourceError}
            value={source}
            onChange={(event) => draft.change({ source: event.target.value })}
          />
        )}
      </form>
    </Dialog>
  )
}
