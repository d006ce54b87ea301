// The address /dashboard/weekly-mail; `?client=` says whose it is.
import { Navigate, useSearchParams } from 'react-router'

import { WeeklyMailScreen } from '../../features/notifications'
import { paths } from '../paths'
import { Title } from '../shell/unread'

export default function WeeklyMailRoute() {
  const [params, setParams] = useSearchParams()
  return (
    <AdminOnly otherwise={<Navigate to={paths.dashboard} replace />} meanwhile={null}>
      <Title screen="Weekly mail" />
      <WeeklyMailScreen client={params.get('client')} onChoose={(client) => setParams({ client }, { replace: true })} />
    </>
  )
}
