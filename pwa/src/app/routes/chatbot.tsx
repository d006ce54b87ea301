// The address /dashboard/chatbot.
import { ChatbotScreen } from '../../features/chatbots'
import { paths } from '../paths'
import { Title } from '../shell/menu/unread'

export default function ChatbotRoute() {
  return (
    <>
      <Title screen="Chatbot" />
      <ChatbotScreen homePath={paths.dashboard} />
    </>
  )
}
