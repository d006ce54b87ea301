// The route /dashboard: the admin dashboard or a client's dashboard. Each is a separate chunk.
import { Suspense, useEffect } from 'react'

import { NOT_LOADED } from '../../lib/text/client-errors'
import { useSyncStatus } from '../../live/live'
import { lazyComponent } from '../../ui/lazy-component'
import { HOMES, rememberHome } from './last-dashboard'
import { AdminOnly } from '../shell/admin-only'
import { ScreenPlaceholder } from '../shell/screen-placeholder'

const AdminHome = lazyComponent(HOMES.admin, (it) => it.default)
const ClientHome = lazyComponent(HOMES.client, (it) => it.default)

export default function DashboardRoute() {
  const { role } = useSyncStatus()
  useEffect(() => {
    if (role !== null) rememberHome(role)
  }, [role])
  return (
    <Suspense fallback={<ScreenPlaceholder />}>
      <AdminOnly otherwise={<ClientHome />} failed={NOT_LOADED}>
        <AdminHome />
      </AdminOnly>
    </Suspense>
  )
}
