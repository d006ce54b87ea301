// The address /dashboard/connections; admins have none of their own, and learn here whether clients can have any.
import { Navigate } from 'react-router'

import { ConnectionsScreen, NotSetUp, useOffered } from '../../features/analytics'
import { useSyncStatus } from '../../live/live'
import { paths } from '../paths'
import { Title } from '../shell/unread'

export default function ConnectionsRoute() {
  const { role } = useSyncStatus()
  const isOffered = useOffered()
  if (role === 'admin' && isOffered !== false) return isOffered === null ? null : <Navigate to={paths.dashboard} replace />
  return (
    <>
      <Title screen="Connections" />
      {role === 'admin' ? <NotSetUp /> : <ConnectionsScreen connectPath={paths.connectAnalytics} />}
    </>
  )
}
