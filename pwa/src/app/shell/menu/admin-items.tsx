// The menu items that only admins have. The link to the developer docs is at the bottom, because few admins
// need it.
import { BookText, Bot, BotMessageSquare, Globe } from 'lucide-react'

import { morePaths } from '../../more-paths'
import { type Item, NavItem } from './nav-item'

const ITEMS: readonly Item[] = [
  { to: morePaths.chatbotManagement, label: 'Chatbot Management', Icon: Bot, end: false },
  { to: morePaths.chatInterface, label: 'Chat Interface', Icon: BotMessageSquare, end: false },
  { to: morePaths.websiteSettings, label: 'Website Settings', Icon: Globe, end: false },
]
const DEVELOPER_DOCS: Item = { to: morePaths.devDocs, label: 'Developer Docs', Icon: BookText, end: false }

export function AdminItems({ onFollow }: { onFollow: (() => void) | undefined }) {
  return (
    <nav aria-label="Administration" className="mt-0.5 flex min-h-0 flex-1 flex-col gap-0.5">
      {ITEMS.map((item) => (
        <NavItem key={item.to} item={item} onFollow={onFollow} />
      ))}
      <div className="mt-auto pt-2">
        <NavItem item={DEVELOPER_DOCS} onFollow={onFollow} />
      </div>
    </nav>
  )
}
