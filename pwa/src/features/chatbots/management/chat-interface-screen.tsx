// /dashboard/chat-interface: admins try any of their bots as its users do.
import '../chatbots.css'

import { ChatPanel, NoBots } from '../chat/panel'

export function ChatInterfaceScreen() {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ChatPanel
        heading={<h1 className="text-lg font-semibold text-ink max-sm:w-full">Chat Interface</h1>}
        otherwise={
          <>
            <h1 className="px-4 pt-4 text-xl font-semibold text-ink lg:px-6">Chat Interface</h1>
            <NoBots>Create a chatbot in Chatbot Management, then try it here.</NoBots>
          </>
        }
      />
    </div>
  )
}
