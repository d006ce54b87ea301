// The button below a report that opens the client's own thread with the report in its draft.
import { MessageCircleQuestionMark } from 'lucide-react'
import { createContext, use } from 'react'

import { useContactName } from '../../../live/team'
import { Button } from '../../../ui/button'

/** Opens the thread with a report's title in its draft; null where the user has no own thread. */
export const ReportQuestionContext = createContext<((title: string) => void) | null>(null)

export function QuestionButton({ title }: { title: string }) {
  const openThread = use(ReportQuestionContext)
  const contact = useContactName()
  if (openThread === null) return null
  return (
    <Button
      className="max-sm:w-full"
      icon={<MessageCircleQuestionMark size={18} aria-hidden="true" />}
      onClick={() => openThread(title)}
    >
      Ask {contact ?? 'your team'} about this
    </Button>
  )
}
