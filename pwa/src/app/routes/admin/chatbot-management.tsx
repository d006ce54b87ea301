// The route /dashboard/chatbot-management for admins.
import { ManagementScreen } from '../../../features/chatbots'
import { Title } from '../../shell/menu/unread'

export default function ChatbotManagementRoute() {
  return (
    <>
      <Title screen="Chatbot Management" />
      <ManagementScreen />
    </>
  )
}
