// The address /dashboard/chatbot-management; for admins.
import { ManagementScreen } from '../../features/chatbots'
import { AdminOnly } from '../shell/admin-only'
import { Title } from '../shell/unread'

export default function ChatbotManagementRoute() {
  return (
    <AdminOnly meanwhile={null}>
      <Title screen="Chatbot Management" />
      <ManagementScreen />
    </AdminOnly>
  )
}
