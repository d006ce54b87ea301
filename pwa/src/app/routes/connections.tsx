// The route /dashboard/connections. Admins have no connections. They see a notice if Google Analytics is not
// set up on this server, and are redirected otherwise.
import { Navigate } from 'react-router'

import { ConnectionsScreen, NotSetUp, useIsGoogleOffered } from '../../features/analytics'
import { useSyncStatus } from '../../live/live'
import { LoadError } from '../../ui/feedback/load-error'
import { paths } from '../paths'
import { ScreenPlaceholder } from '../shell/screen-placeholder'
import { Title } from '../shell/menu/unread'

export default function ConnectionsRoute() {
  const { role } = useSyncStatus()
  return (
    <>
      <Title screen="Connections" />
      {role === 'admin' ? <AdminConnections /> : <ConnectionsScreen connectPath={paths.connectAnalytics} />}
    </>
  )
}

function AdminConnections() {
  const offered = useIsGoogleOffered()
  switch (offered.is) {
    case 'loading':
      return <ScreenPlaceholder />
    case 'failed':
      return (
        <LoadError className="m-4 lg:m-6" onRetry={offered.retry}>
          Error loading connections. Please try again later.
        </LoadError>
      )
    case 'ready':
      return offered.isOffered ? <Navigate to={paths.dashboard} replace /> : <NotSetUp />
  }
}
