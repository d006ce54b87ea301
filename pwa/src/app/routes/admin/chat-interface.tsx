// The route /dashboard/chat-interface for admins.
import { ChatInterfaceScreen } from '../../../features/chatbots'
import { Title } from '../../shell/menu/unread'

export default function ChatInterfaceRoute() {
  return (
    <>
      <Title screen="Chat Interface" />
      <ChatInterfaceScreen />
    </>
  )
}
