// The panel beside an admin's test conversation: what the chatbot knows, questions to try, and what it could not answer.
import { GraduationCap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ChatbotRow } from '../../../db/rows/bots'
import { countedText } from '../../../lib/text/numbers'
import { Avatar } from '../../../ui/avatar'
import { Badge } from '../../../ui/badge'
import { Button, buttonClass } from '../../../ui/button'
import { SidePanel } from '../../../ui/layout/panes'
import { useExampleQuestions, useManaged } from '../queries'
import { STATUS_EFFECT, STATUS_LABEL, STATUS_TONE } from '../rules'

const OPEN_SHOWN = 3
/** A question may be longer than a line. */
const WRAPPED = {
  height: 'auto',
  minHeight: 'var(--control-small)',
  justifyContent: 'flex-start',
  whiteSpace: 'normal',
  textAlign: 'left',
} as const

type AboutBotProps = {
  bot: ChatbotRow
  /** URL of the bot's training data. */
  trainingHref: string
  /** Sends a question; null while the conversation itself offers questions. */
  onSend: ((question: string) => void) | null
  isDisabled: boolean
}

export function AboutBot({ bot, trainingHref, onSend, isDisabled }: AboutBotProps) {
  const managed = useManaged()
  const examples = useExampleQuestions(bot.id)
  const entries = managed.is === 'ready' ? managed.training.filter((row) => row.chatbot_id === bot.id) : null
  const open =
    managed.is === 'ready'
      ? managed.questions.filter((row) => row.chatbot_id === bot.id && row.stand === 'open')
      : []
  return (
    <SidePanel label={`About ${bot.bot_name}`}>
      <div className="flex flex-col gap-5 p-4">
        <div className="flex items-center gap-3">
          <Avatar name={bot.bot_name} picture={bot.avatar} size="lg" />
          <div className="min-w-0">
            <h2 className="truncate text-head font-semibold text-ink">{bot.bot_name}</h2>
            <p className="truncate text-sm text-ink-3">{bot.category}</p>
          </div>
        </div>
        {bot.description !== '' && <p className="text-sm text-pretty text-ink-2">{bot.description}</p>}
        <Part title="Status">
          <Badge tone={STATUS_TONE[bot.status]}>{STATUS_LABEL[bot.status]}</Badge>
          <p className="mt-1 text-sm text-pretty text-ink-2">{STATUS_EFFECT[bot.status]}</p>
        </Part>
        <Part title="Training Data">
          <p className="text-sm text-ink-2">
            {entries !== null && (entries.length === 0 ? 'None yet' : countedText(entries.length, 'answer'))}
          </p>
          <Link to={trainingHref} className={`mt-2 w-full ${buttonClass('bordered', 'sm')}`}>
            <GraduationCap size={16} aria-hidden="true" />
            Training Data
          </Link>
        </Part>
        {onSend !== null && examples.length > 0 && (
          <Part title="Questions to try">
            <div className="flex flex-col gap-2">
              {examples.map((question) => (
                <Button
                  key={question}
                  size="sm"
                  disabled={isDisabled}
                  style={WRAPPED}
                  onClick={() => onSend(question)}
                >
                  {question}
                </Button>
              ))}
            </div>
          </Part>
        )}
        {open.length > 0 && (
          <Part title={countedText(open.length, 'open question')}>
            <ul className="flex flex-col gap-2 text-sm text-ink-2">
              {open.slice(0, OPEN_SHOWN).map((row) => (
                <li key={row.id} className="line-clamp-2 break-words">
                  {row.question}
                </li>
              ))}
            </ul>
            <Link to={trainingHref} className={`mt-2 w-full ${buttonClass('bordered', 'sm')}`}>
              Answer
            </Link>
          </Part>
        )}
      </div>
    </SidePanel>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-1.5 text-sm font-medium text-ink">{title}</h3>
      {children}
    </section>
  )
}
