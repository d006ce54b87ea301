// The address /dashboard: the admins' dashboard, or a client's own; each is code of its own.
import { lazy, Suspense, useEffect } from 'react'

import { useSyncStatus } from '../../live/live'
import { Skeleton } from '../../ui/skeleton'
import { rememberHome } from '../homes'
import { AdminOnly } from '../shell/admin-only'

const AdminHome = lazy(() => import('./admin-home'))
const ClientHome = lazy(() => import('./client-home'))

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
