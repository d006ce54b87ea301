// The address /dashboard: the admins' client list; clients go on to their conversation.
import { ClientsScreen, ClientsSkeleton } from '../../features/clients'
import { paths, threadPath } from '../paths'
import { AdminOnly } from '../shell/admin-only'
import { Title } from '../shell/unread'

export default function DashboardRoute() {
  return (
    <AdminOnly otherwise={paths.messaging} meanwhile={<ClientsSkeleton />}>
      <Title screen="Admin Dashboard" />
      <ClientsScreen hrefOf={threadPath} />
    </AdminOnly>
  )
}
