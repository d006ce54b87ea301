// The route /dashboard/reports/weekly-mail. `?client=` selects a client.
import { useSearchParams } from 'react-router'

import { WeeklyMailScreen } from '../../../features/notifications'
import { paths } from '../../paths'
import { Title } from '../../shell/menu/unread'

export default function WeeklyMailRoute() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <Title screen="Weekly email" />
      <WeeklyMailScreen
        backHref={paths.reports}
        client={params.get('client')}
        onChoose={(client) => setParams({ client }, { replace: true })}
      />
    </>
  )
}
