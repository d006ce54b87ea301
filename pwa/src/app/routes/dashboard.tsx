// The address /dashboard: the admins' client list; clients go on to their conversation.
import { Users } from 'lucide-react'

import { PRODUCT_NAME } from '../../lib/product'
import { EmptyState } from '../../ui/empty-state'
import { Skeleton } from '../../ui/skeleton'
import { paths } from '../paths'
import { AdminOnly } from '../shell/admin-only'

export default function DashboardRoute() {
  return (
    <AdminOnly otherwise={paths.messaging} meanwhile={<Skeleton className="m-6 h-40" />}>
      <title>{`Admin Dashboard · ${PRODUCT_NAME}`}</title>
      <EmptyState icon={<Users size={22} aria-hidden="true" />} title="No clients yet" />
    </AdminOnly>
  )
}
