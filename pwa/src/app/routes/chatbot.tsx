// The route /dashboard/chatbot.
import { ChatbotScreen } from '../../features/chatbots'
import { paths } from '../paths'
import { Title } from '../shell/menu/unread'
import { useDraftLine } from './use-draft-line'

export default function ChatbotRoute() {
  const addLine = useDraftLine()
  return (
    <>
      <Title screen="Chatbot" />
      <ChatbotScreen
        homePath={paths.dashboard}
        onTeamQuestion={
          addLine && ((question) => addLine(`I asked the chatbot: “${question}” Can you answer it?`))
        }
      />
    </>
  )
}
