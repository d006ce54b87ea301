// The route /dashboard/subscriptions. Admins have no subscriptions and are redirected.
import { Navigate } from 'react-router'

import { SubscriptionsScreen } from '../../features/billing'
import { useSyncStatus } from '../../live/live'
import { paths } from '../paths'
import { Title } from '../shell/menu/unread'

export default function SubscriptionsRoute() {
  const { role } = useSyncStatus()
  if (role === 'admin') return <Navigate to={paths.dashboard} replace />
  return (
    <>
      <Title screen="Subscriptions" />
      <SubscriptionsScreen />
    </>
  )
}
