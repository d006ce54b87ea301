// The address /dashboard: the admin dashboard or the client's. Each is a separate chunk.
import { Suspense, useEffect } from 'react'

import { useSyncStatus } from '../../live/live'
import { soon } from '../../ui/lazy-component'
import { HOMES, rememberHome } from '../device/last-dashboard'
import { AdminOnly } from '../shell/admin-only'
import { Meanwhile } from '../shell/screen-placeholder'

const AdminHome = soon(HOMES.admin, (it) => it.default)
const ClientHome = soon(HOMES.client, (it) => it.default)

export default function DashboardRoute() {
  const { role } = useSyncStatus()
  useEffect(() => {
    if (role !== null) rememberHome(role)
  }, [role])
  return (
    <Suspense fallback={<Meanwhile />}>
      <AdminOnly otherwise={<ClientHome />} failed="Error loading client data. Please try again later.">
        <AdminHome />
      </AdminOnly>
    </Suspense>
  )
}
