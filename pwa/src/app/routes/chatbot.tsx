// The route /dashboard/chatbot.
import { useNavigate } from 'react-router'

import { ChatbotScreen } from '../../features/chatbots'
import { useDraftUpdate } from '../../live/use-draft-update'
import { useToasts } from '../../ui/feedback/toast'
import { paths } from '../paths'
import { Title } from '../shell/menu/unread'

export default function ChatbotRoute() {
  return (
    <>
      <Title screen="Chatbot" />
      <ChatbotScreen homePath={paths.dashboard} onTeamQuestion={useTeamQuestion()} />
    </>
  )
}

/**
 * Returns a function that adds a question to the draft of the user's own thread and opens the thread. Null if
 * the user has no own thread.
 */
function useTeamQuestion(): ((question: string) => void) | null {
  const updateDraft = useDraftUpdate()
  const navigate = useNavigate()
  const toasts = useToasts()
  if (updateDraft === null) return null
  return (question) => {
    const line = `I asked the chatbot: “${question}”`
    updateDraft((draft) => ({ ...draft, text: [draft.text, line].filter(Boolean).join('\n') })).then(
      () => void navigate(paths.messaging),
      () => toasts.show({ tone: 'error', title: 'The question could not be stored on this device.' }),
    )
  }
}
