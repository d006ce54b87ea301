// The admins' command palette. Passes it the app's paths, and for each screen the icon of its menu item.
import {
  BookText,
  Bot,
  BotMessageSquare,
  FileText,
  Globe,
  HeartPulse,
  LayoutDashboard,
  Mail,
  MessagesSquare,
  ScrollText,
  Settings,
  ShieldCheck,
} from 'lucide-react'
import { useLocation } from 'react-router'

import { Palette } from '../../../features/clients'
import { clientPath, morePaths } from '../../more-paths'
import { paths, reportsPath, threadPath } from '../../paths'

const LINKS = {
  dashboardHref: paths.dashboard,
  clientOf: clientPath,
  threadOf: threadPath,
  reportsOf: reportsPath,
  screens: [
    { label: 'Admin Dashboard', to: paths.dashboard, Icon: LayoutDashboard },
    { label: 'Messaging', to: paths.messaging, Icon: MessagesSquare },
    { label: 'Reports', to: paths.reports, Icon: FileText },
    { label: 'Audit log', to: `${paths.dashboard}?view=audit`, Icon: ScrollText },
    { label: 'Health', to: `${paths.dashboard}?view=health`, Icon: HeartPulse },
    { label: 'Admins', to: `${paths.dashboard}?view=admins`, Icon: ShieldCheck },
    { label: 'Chatbot Management', to: morePaths.chatbotManagement, Icon: Bot },
    { label: 'Chat Interface', to: morePaths.chatInterface, Icon: BotMessageSquare },
    { label: 'Website Settings', to: morePaths.websiteSettings, Icon: Globe },
    { label: 'Weekly email', to: morePaths.weeklyMail, Icon: Mail },
    { label: 'Developer Docs', to: morePaths.devDocs, Icon: BookText },
    { label: 'Settings', to: paths.settings, Icon: Settings },
  ],
}

export default function AdminPalette({ onClose }: { onClose: () => void }) {
  const { pathname, search } = useLocation()
  const client = pathname === paths.dashboard ? new URLSearchParams(search).get('client') : null
  return <Palette links={{ ...LINKS, client }} onClose={onClose} />
}
