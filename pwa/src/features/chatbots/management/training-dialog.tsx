// Dialog that adds or edits a row of training data.
import type { ChatbotRow, TrainingRow } from '../../../db/rows/bots'
import { ADDRESS_MAX, ANSWER_MAX, QUESTION_MAX } from '../../../lib/limits.gen'
import { isVisible } from '../../../lib/text/visible'
import { useDraft } from '../../../live/use-draft'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { useAction } from '../../../ui/hooks/use-action'
import { addTraining, changeTraining, SUCCESS_TEXTS } from '../mutations'
import { addressError } from '../rules'
import { type SentRow, useStableId } from '../use-stable-id'
import { DraftDialog } from './draft-dialog'

export function TrainingDialog({
  bot,
  row,
  onClosed,
}: {
  bot: ChatbotRow
  row?: TrainingRow
  onClosed: () => void
}) {
  const draft = useDraft(`training:${row?.id ?? bot.id}`, {
    question: row?.question ?? '',
    answer: row?.answer ?? '',
    source: row?.source_url ?? '',
    sent: null as SentRow | null,
  })
  const { question, answer, source } = draft.fields
  const action = useAction()
  const idOf = useStableId(draft)
  const sourceError = addressError(source)
  const canSave = isVisible(question) && isVisible(answer) && sourceError === undefined
  const save = () => {
    const example = { question, answer }
    return action.run(
      () =>
        row === undefined
          ? addTraining(idOf([example, source]), bot.id, example, source === '' ? null : source)
          : changeTraining(row.id, example, source),
      row === undefined ? SUCCESS_TEXTS.addTraining : SUCCESS_TEXTS.changeTraining,
    )
  }
  return (
    <DraftDialog
      title={row === undefined ? 'Add Training Data' : 'Edit Training Data'}
      description={`What ${bot.bot_name} answers from.`}
      submit={row === undefined ? 'Add Training Data' : 'Save'}
      draft={draft}
      action={action}
      canSave={canSave}
      save={save}
      onClosed={onClosed}
    >
      <TextArea
        label="Question"
        required
        rows={2}
        maxLength={QUESTION_MAX}
        value={question}
        onChange={(event) => draft.change({ question: event.target.value })}
      />
      <TextArea
        label="Answer"
        required
        rows={5}
        maxLength={ANSWER_MAX}
        value={answer}
        onChange={(event) => draft.change({ answer: event.target.value })}
      />
      <TextField
        label="Source URL"
        inputMode="url"
        autoCapitalize="none"
        maxLength={ADDRESS_MAX}
        placeholder="https://"
        hint="Optional"
        error={sourceError}
        value={source}
        onChange={(event) => draft.change({ source: event.target.value })}
      />
    </DraftDialog>
  )
}
