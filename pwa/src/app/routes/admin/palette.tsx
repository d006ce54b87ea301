// The palette of admins with the app's addresses.
import { Palette } from '../../../features/clients'
import { clientPath, morePaths } from '../../more-paths'
import { paths, reportsPath, threadPath } from '../../paths'

const LINKS = {
  dashboardHref: paths.dashboard,
  clientOf: clientPath,
  threadOf: threadPath,
  reportsOf: reportsPath,
  screens: [
    { label: 'Admin Dashboard', to: paths.dashboard },
    { label: 'Messaging', to: paths.messaging },
    { label: 'Reports', to: paths.reports },
    { label: 'Audit log', to: `${paths.dashboard}?view=audit` },
    { label: 'Health', to: `${paths.dashboard}?view=health` },
    { label: 'Admins', to: `${paths.dashboard}?view=admins` },
    { label: 'Chatbot Management', to: morePaths.chatbotManagement },
    { label: 'Chat Interface', to: morePaths.chatInterface },
    { label: 'Website Settings', to: morePaths.websiteSettings },
    { label: 'Weekly email', to: morePaths.weeklyMail },
    { label: 'Developer Docs', to: morePaths.devDocs },
    { label: 'Settings', to: paths.settings },
  ],
}

export default function AdminPalette({ onClose }: { onClose: () => void }) {
  return <Palette links={LINKS} onClose={onClose} />
}
