// Whether a bot works: its test questions, the questions that wait for an answer, and those it missed in 7 days.
import { ChevronRight, CircleCheck } from 'lucide-react'

import type { ChatbotRow } from '../../../db/rows/bots'
import { countedText } from '../../../lib/text/numbers'
import { Badge } from '../../../ui/badge'
import { useMinute } from '../../../ui/hooks/use-now'
import type { Managed } from '../queries'

const WEEK_MS = 7 * 86_400_000

type BotOutcomeProps = { bot: ChatbotRow; managed: Managed; onTrain: () => void }

export function BotOutcome({ bot, managed, onTrain }: BotOutcomeProps) {
  const now = useMinute()
  const questions = managed.questions.filter((row) => row.chatbot_id === bot.id)
  const open = questions.filter((row) => row.stand === 'open').length
  const missed = questions.filter(
    (row) => row.origin !== 'admin' && now - Date.parse(row.created_at) < WEEK_MS,
  )
  const isAnswered = missed.every((row) => row.stand === 'saved' && row.has_passed === true)
  const answered = isAnswered ? ', now answered' : ''
  return (
    <div className="flex flex-col items-start gap-1">
      <Tests results={questions.filter((row) => row.stand === 'saved').map((row) => row.has_passed)} />
      {open > 0 ? (
        <button type="button" data-place={`questions ${bot.id}`} onClick={onTrain} className="bot-open">
          <Badge tone="warn">
            {countedText(open, 'open question')}
            <ChevronRight size={12} aria-hidden="true" />
          </Badge>
        </button>
      ) : missed.length > 0 ? (
        <p className="text-ink-3">
          {countedText(missed.length, 'missed question')} in the last 7 days{answered}
        </p>
      ) : (
        bot.status === 'active' && <p className="text-ink-3">No missed question in the last 7 days</p>
      )}
    </div>
  )
}

/** The results of the test questions; null for one that was not checked yet. */
function Tests({ results }: { results: readonly (boolean | null)[] }) {
  const failed = results.filter((result) => result === false).length
  if (failed > 0) return <Badge tone="bad">{countedText(failed, 'failing question')}</Badge>
  if (results.length === 0) return <p className="text-ink-3 xl:whitespace-nowrap">No test questions yet</p>
  if (results.includes(null)) return <p className="text-ink-2">Test questions not checked yet</p>
  return (
    <p className="flex items-center gap-1.5 text-good xl:whitespace-nowrap">
      <CircleCheck size={15} aria-hidden="true" className="shrink-0" />
      {results.length === 1 ? 'Its test question passes' : `All ${results.length} test questions pass`}
    </p>
  )
}
