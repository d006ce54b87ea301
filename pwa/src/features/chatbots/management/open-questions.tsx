// The newest questions that chatbots could not answer, below the table of the chatbots.
import type { SavedQuestionRow } from '../../../db/rows/bots'
import { ageText } from '../../../lib/text/days'
import { countedText } from '../../../lib/text/numbers'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import type { Managed } from '../queries'
import { ORIGIN_LABEL } from '../rules'

const SHOWN = 5

type OpenQuestionsProps = { managed: Managed; onTrain: (botId: string) => void }

export function OpenQuestions({ managed, onTrain }: OpenQuestionsProps) {
  const now = useMinute()
  const open = managed.questions.filter((row) => row.stand === 'open')
  if (open.length === 0) return null
  return (
    <section aria-label="Questions without an answer" className="mt-8">
      <h2 className="text-head font-semibold text-ink">Questions without an answer</h2>
      <p className="mb-3 text-sm text-ink-3">
        Answer a question once, and the chatbot knows it from then on.
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-1">
        {open.slice(0, SHOWN).map((row) => (
          <Question key={row.id} row={row} managed={managed} now={now} onTrain={onTrain} />
        ))}
      </ul>
      {open.length > SHOWN && (
        <p className="mt-3 text-sm text-ink-3">
          {countedText(open.length - SHOWN, 'older question')} in Training Data.
        </p>
      )}
    </section>
  )
}

type QuestionProps = OpenQuestionsProps & { row: SavedQuestionRow; now: number }

function Question({ row, managed, now, onTrain }: QuestionProps) {
  const bot = managed.bots.find(({ id }) => id === row.chatbot_id)
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <Avatar name={bot?.bot_name ?? ''} picture={bot?.avatar} />
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium break-words text-ink">{row.question}</p>
        <p className="text-sm text-ink-3">
          {bot?.bot_name} · {ORIGIN_LABEL[row.origin]} ·{' '}
          <Time at={row.created_at}>{ageText(row.created_at, now)}</Time>
        </p>
      </div>
      <Button size="sm" aria-label={`Answer “${row.question}”`} onClick={() => onTrain(row.chatbot_id)}>
        Answer
      </Button>
    </li>
  )
}
