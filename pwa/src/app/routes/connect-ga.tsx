// The address /connect-ga, often in a window of its own.
import { ConnectScreen } from '../../features/analytics'
import { useSyncStatus } from '../../live/live'
import { CardGuard } from '../shell/card-guard'
import { paths } from '../paths'
import { Title } from '../shell/unread'
import { Navigate } from 'react-router'

export default function ConnectRoute() {
  const { role } = useSyncStatus()
  if (role === 'admin') return <Navigate to={paths.dashboard} replace />
  return (
    <CardGuard>
      <Title screen="Connect Google Analytics" />
      <ConnectScreen dashboardPath={paths.dashboard} backPath={paths.connections} leaveFor={(address) => location.assign(address)} />
    </CardGuard>
  )
}
