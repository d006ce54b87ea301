// The address /dashboard/dev-docs; for admins.
import { DevDocsScreen } from '../../features/chatbots'
import { AdminOnly } from '../shell/admin-only'
import { Title } from '../shell/unread'

export default function DevDocsRoute() {
  return (
    <AdminOnly meanwhile={null}>
      <Title screen="Developer Docs" />
      <DevDocsScreen />
    </AdminOnly>
  )
}
