// The address /dashboard: the admins' dashboard, or a client's own; each is code of its own.
import { Suspense, useEffect } from 'react'

import { useSyncStatus } from '../../live/live'
import { Skeleton } from '../../ui/skeleton'
import { soon } from '../../ui/soon'
import { HOMES, rememberHome } from '../homes'
import { AdminOnly } from '../shell/admin-only'

const AdminHome = soon(HOMES.admin, (it) => it.default)
const ClientHome = soon(HOMES.client, (it) => it.default)

export default function DashboardRoute() {
  const { role } = useSyncStatus()
  useEffect(() => {
    if (role !== null) rememberHome(role)
  }, [role])
  return (
    <Suspense fallback={<Meanwhile />}>
      <AdminOnly otherwise={<ClientHome />} meanwhile={<Meanwhile />}>
        <AdminHome />
      </AdminOnly>
    </Suspense>
  )
}

/** Neither of the two: where the head of both stands. */
function Meanwhile() {
  return (
    <div role="status" className="p-4 lg:p-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-44" />
    </div>
  )
}
