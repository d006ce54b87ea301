// The address /dashboard/chat-interface; for admins.
import { ChatInterfaceScreen } from '../../features/chatbots'
import { AdminOnly } from '../shell/admin-only'
import { Title } from '../shell/unread'

export default function ChatInterfaceRoute() {
  return (
    <AdminOnly meanwhile={null}>
      <Title screen="Chat Interface" />
      <ChatInterfaceScreen />
    </AdminOnly>
  )
}
