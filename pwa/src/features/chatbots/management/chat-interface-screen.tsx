// /dashboard/chat-interface: admins try any of their bots as its users do.
import '../chatbots.css'

import { cx } from '../../../ui/cx'
import { PAGE_SPACE, PageHead } from '../../../ui/layout/page'
import { ChatPanel, NoBots } from '../chat/panel'

export function ChatInterfaceScreen() {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHead title="Chat Interface" className={cx(PAGE_SPACE, 'pb-4')} />
      <ChatPanel otherwise={<NoBots>Create a chatbot in Chatbot Management, then try it here.</NoBots>} />
    </div>
  )
}
