// The button below a question of a chat that takes the question to the team, in the client's own thread.
import { MessagesSquare } from 'lucide-react'
import { createContext, use } from 'react'

import { useContactName } from '../../../live/team'
import { Button } from '../../../ui/button'

/** Opens the client's thread with the question in its draft; null where the user has no thread. */
export const TeamQuestionContext = createContext<((question: string) => void) | null>(null)

export function TeamQuestion({ question }: { question: string }) {
  const openThread = use(TeamQuestionContext)
  const contact = useContactName()
  if (openThread === null) return null
  return (
    <Button
      size="sm"
      icon={<MessagesSquare size={14} aria-hidden="true" />}
      onClick={() => openThread(question)}
    >
      Ask {contact ?? 'your team'} to answer
    </Button>
  )
}
