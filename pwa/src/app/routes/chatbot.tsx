// The address /dashboard/chatbot.
import { ChatbotScreen } from '../../features/chatbots'
import { Title } from '../shell/menu/unread'

export default function ChatbotRoute() {
  return (
    <>
      <Title screen="Chatbot" />
      <ChatbotScreen />
    </>
  )
}
