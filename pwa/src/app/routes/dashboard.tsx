// The address /dashboard: the admins' client list; clients go on to their conversation.
import { ClientsScreen, ClientsSkeleton } from '../../features/clients'
import { PRODUCT_NAME } from '../../lib/product'
import { paths, threadPath } from '../paths'
import { AdminOnly } from '../shell/admin-only'

export default function DashboardRoute() {
  return (
    <AdminOnly otherwise={paths.messaging} meanwhile={<ClientsSkeleton />}>
      <title>{`Admin Dashboard · ${PRODUCT_NAME}`}</title>
      <ClientsScreen hrefOf={threadPath} />
    </AdminOnly>
  )
}
