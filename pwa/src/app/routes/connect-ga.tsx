// The route /connect-ga, often opened in a separate window. A client without a card on file may open it too.
import { Navigate } from 'react-router'

import { ConnectScreen } from '../../features/analytics'
import { useCardOnFile } from '../../features/billing'
import { useSyncStatus } from '../../live/live'
import { paths } from '../paths'
import { Title } from '../shell/menu/unread'

export default function ConnectRoute() {
  const { role } = useSyncStatus()
  const withoutCard = useCardOnFile() === 'missing'
  if (role === 'admin') return <Navigate to={paths.dashboard} replace />
  return (
    <>
      <Title screen="Connect Google Analytics" />
      <ConnectScreen
        dashboardPath={paths.dashboard}
        backPath={paths.connections}
        leaveFor={(address) => location.assign(address)}
        withoutCard={withoutCard}
      />
    </>
  )
}
