// /dashboard/chat-interface: admins try any of their bots as its users do.
import '../chatbots.css'

import { cx } from '../../../ui/cx'
import { PAGE_SPACE, PageHead } from '../../../ui/layout/page'
import { ChatPanel, NoBots } from '../chat/panel'

const trainingOf = (botId: string) =>
  `/dashboard/chatbot-management?${new URLSearchParams({ tab: 'training', bot: botId }).toString()}`

export function ChatInterfaceScreen() {
  return (
    <div className="bot-screen flex min-h-0 flex-1 flex-col">
      <PageHead
        title="Chat Interface"
        lead="Try a chatbot as its users do. Only you see your questions."
        className={cx(PAGE_SPACE, 'pb-4')}
      />
      <ChatPanel
        trainingOf={trainingOf}
        otherwise={<NoBots>Create a chatbot in Chatbot Management, then try it here.</NoBots>}
      />
    </div>
  )
}
