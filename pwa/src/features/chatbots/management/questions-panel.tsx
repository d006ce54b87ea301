// Open questions that an admin answers, and saved questions that a bot must answer before it is activated.
import { CircleCheck, CircleDashed, CircleX, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'

import { ANSWER_MAX, QUESTION_MAX } from '../../../lib/limits.gen'
import { countedText } from '../../../lib/text/numbers'
import type { ChatbotRow, SavedQuestionRow } from '../../../db/rows/bots'
import { agoText } from '../../../lib/text/days'
import { isVisible } from '../../../lib/text/visible'
import { useDraft } from '../../../live/use-draft'
import { Alert } from '../../../ui/feedback/alert'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { ConfirmButton } from '../../../ui/confirm-button'
import { SelectField } from '../../../ui/form/select-field'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { useAction } from '../../../ui/hooks/use-action'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import { answerQuestion, checkQuestions, dismissQuestion, SUCCESS_TEXTS, saveQuestion } from '../mutations'
import type { Managed } from '../queries'
import { ORIGIN_LABEL } from '../rules'
import { type SentRow, useStableId } from '../use-stable-id'

type QuestionsPanelProps = { bot: ChatbotRow; managed: Managed; isOffline: boolean }

export function QuestionsPanel({ bot, managed, isOffline }: QuestionsPanelProps) {
  const action = useAction({ errorAsToast: true })
  const [isAdding, setAdding] = useState(false)
  const own = managed.questions.filter((row) => row.chatbot_id === bot.id)
  const open = own.filter((row) => row.stand === 'open')
  const saved = own.filter((row) => row.stand === 'saved')
  const training = managed.training.filter((row) => row.chatbot_id === bot.id)
  const resultText = ({ passed, failed }: { passed: number; failed: number }) =>
    failed === 0
      ? `All ${countedText(passed, 'question')} passed`
      : `${failed} of ${passed + failed} questions failed`
  return (
    <section aria-label="Questions" className="rounded-lg border border-line bg-surface shadow-1">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <div className="min-w-0">
          <h2 className="flex items-center gap-2 text-head font-semibold text-ink">
            <ShieldQuestion size={17} aria-hidden="true" className="text-ink-3" /> Questions
          </h2>
          <p className="text-sm text-ink-2">All test questions must pass before {bot.bot_name} goes live.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {training.length > 0 && (
            <Button
              size="sm"
              disabled={isOffline}
              aria-expanded={isAdding}
              onClick={() => setAdding(!isAdding)}
            >
              Add question
            </Button>
          )}
          {saved.length > 0 && (
            <Button
              size="sm"
              busy={action.busy}
              disabled={isOffline}
              onClick={() => void action.run(() => checkQuestions(bot.id), resultText)}
            >
              Check now
            </Button>
          )}
        </div>
      </div>
      {isAdding && <NewQuestion botId={bot.id} training={training} onDone={() => setAdding(false)} />}
      {open.length > 0 && (
        <ul aria-label="Open questions" className="divide-y divide-line border-t border-line">
          {open.map((row) => (
            <OpenQuestion key={row.id} row={row} isOffline={isOffline} />
          ))}
        </ul>
      )}
      {saved.length > 0 && (
        <ul aria-label="Saved questions" className="divide-y divide-line border-t border-line">
          {saved.map((row) => (
            <li key={row.id} className="flex items-center gap-3 px-4 py-2.5">
              <Result hasPassed={row.has_passed ?? null} />
              <p className="min-w-0 flex-1 text-base break-words text-ink">{row.question}</p>
              <ConfirmButton
                size="sm"
                disabled={isOffline}
                of={`“${row.question}”`}
                onConfirm={() => void action.run(() => dismissQuestion(row.id))}
              >
                Remove
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Result({ hasPassed }: { hasPassed: boolean | null }) {
  if (hasPassed === null)
    return <CircleDashed size={17} aria-label="Not checked yet" className="shrink-0 text-ink-3" />
  if (hasPassed) return <CircleCheck size={17} aria-label="Passed" className="shrink-0 text-good" />
  return <CircleX size={17} aria-label="Failed" className="shrink-0 text-bad" />
}

function OpenQuestion({ row, isOffline }: { row: SavedQuestionRow; isOffline: boolean }) {
  const now = useMinute()
  const action = useAction()
  const dismissAction = useAction({ errorAsToast: true })
  const draft = useDraft(`answer:${row.id}`, { answer: '', sent: null as SentRow | null })
  const idOf = useStableId(draft)
  const { answer } = draft.fields
  const [isOpened, setOpen] = useState(false)
  // An unsaved answer opens again after a reload.
  const isOpen = isOpened || draft.isRestored
  const save = async () => {
    if (await action.run(() => answerQuestion(row.id, idOf(answer), answer), SUCCESS_TEXTS.addTraining))
      await draft.saved()
  }
  const cancel = () => {
    draft.reset()
    setOpen(false)
  }
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-base font-medium break-words text-ink">{row.question}</p>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-3">
            <Badge tone="warn">{ORIGIN_LABEL[row.origin]}</Badge>
            <Time at={row.created_at}>{agoText(row.created_at, now)}</Time>
          </p>
          {row.reply !== '' && (
            <p className="bot-lines mt-1 text-sm break-words text-ink-3">It said: {row.reply}</p>
          )}
        </div>
        {!isOpen && (
          <div className="flex gap-2">
            <Button size="sm" disabled={isOffline} onClick={() => setOpen(true)}>
              Answer
            </Button>
            <ConfirmButton
              size="sm"
              disabled={isOffline}
              busy={dismissAction.busy}
              of={`“${row.question}”`}
              onConfirm={() => void dismissAction.run(() => dismissQuestion(row.id))}
            >
              Dismiss
            </ConfirmButton>
          </div>
        )}
      </div>
      {isOpen && (
        <div className="mt-3 space-y-3">
          {action.error !== null && <Alert>{action.error}</Alert>}
          <TextArea
            label="Your answer"
            rows={3}
            maxLength={ANSWER_MAX}
            hint="It becomes training data, and the question must be passed from now on."
            value={answer}
            onChange={(event) => draft.change({ answer: event.target.value })}
          />
          <div className="flex gap-2">
            <Button
              tone="primary"
              size="sm"
              busy={action.busy}
              disabled={!isVisible(answer) || isOffline}
              onClick={() => void save()}
            >
              Add to Training Data
            </Button>
            <Button size="sm" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

function NewQuestion({
  botId,
  training,
  onDone,
}: {
  botId: string
  training: Managed['training']
  onDone: () => void
}) {
  const [question, setQuestion] = useState('')
  const [expects, setExpects] = useState(training[0]?.id ?? '')
  const action = useAction()
  const idOf = useStableId()
  const save = async () => {
    const input = { id: idOf([question, expects]), chatbot_id: botId, question, expects }
    if (await action.run(() => saveQuestion(input))) onDone()
  }
  return (
    <div className="space-y-3 border-t border-line bg-sunken px-4 py-4">
      {action.error !== null && <Alert>{action.error}</Alert>}
      <TextField
        label="Question"
        maxLength={QUESTION_MAX}
        hint="As a customer would word it."
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <SelectField
        label="Must find"
        value={expects}
        options={training.map((row) => [row.id, row.question] as const)}
        onChange={(event) => setExpects(event.target.value)}
      />
      <Button
        size="sm"
        tone="primary"
        busy={action.busy}
        disabled={!isVisible(question) || expects === ''}
        onClick={() => void save()}
      >
        Save question
      </Button>
    </div>
  )
}
