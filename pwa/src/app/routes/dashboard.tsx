// The address /dashboard: the admins' client list; clients have their views here, by default their conversation.
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'

import { ClientsScreen, ClientsSkeleton } from '../../features/clients'
import { useSyncStatus } from '../../live/live'
import { paths, threadPath } from '../paths'
import { AdminOnly } from '../shell/admin-only'
import { Title } from '../shell/unread'

const PageSpeed = lazy(() => import('./page-speed'))

export default function DashboardRoute() {
  const { role } = useSyncStatus()
  const [params] = useSearchParams()
  if (role === 'client' && params.get('view') === 'pagespeed') {
    return (
      <Suspense fallback={null}>
        <PageSpeed />
      </Suspense>
    )
  }
  return (
    <AdminOnly otherwise={paths.messaging} meanwhile={<ClientsSkeleton />}>
      <Title screen="Admin Dashboard" />
      <ClientsScreen hrefOf={threadPath} />
    </AdminOnly>
  )
}
