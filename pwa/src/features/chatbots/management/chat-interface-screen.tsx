// /dashboard/chat-interface: admins try any of their bots as its users do.
import '../chatbots.css'

import { cx } from '../../../ui/cx'
import { useMedia } from '../../../ui/hooks/use-media'
import { PAGE_SPACE, PageHead } from '../../../ui/layout/page'
import { AboutBot } from '../chat/about-bot'
import { ChatPanel, NoBots } from '../chat/panel'

/** The media query for a panel beside the conversation. */
const HAS_PANEL = '(min-width: 80rem)'

const trainingOf = (botId: string) =>
  `/dashboard/chatbot-management?${new URLSearchParams({ tab: 'training', bot: botId }).toString()}`

export function ChatInterfaceScreen() {
  const hasPanel = useMedia(HAS_PANEL)
  return (
    <div className="bot-screen flex min-h-0 flex-1 flex-col">
      <PageHead
        title="Chat Interface"
        lead="Try a chatbot. Only you see your questions."
        className={cx(PAGE_SPACE, 'pb-4')}
      />
      <ChatPanel
        trainingOf={trainingOf}
        beside={
          hasPanel ? (chat) => <AboutBot {...chat} trainingHref={trainingOf(chat.bot.id)} /> : undefined
        }
        otherwise={<NoBots>Create a chatbot in Chatbot Management, then try it here.</NoBots>}
      />
    </div>
  )
}
