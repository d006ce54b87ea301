// The admin dashboard; `?view=` selects its tab.
import { useSearchParams } from 'react-router'

import { ClientsScreen, tabOf } from '../../../features/clients'
import { morePaths } from '../../more-paths'
import { paths, reportsPath, threadPath } from '../../paths'
import { Title } from '../../shell/menu/unread'

export default function AdminHomeRoute() {
  const [params] = useSearchParams()
  return (
    <>
      <Title screen="Admin Dashboard" />
      <ClientsScreen
        hrefOf={threadPath}
        reportsOf={reportsPath}
        viewOf={(id) => `${morePaths.viewAs}/${encodeURIComponent(id)}`}
        tab={tabOf(params.get('view'))}
        tabHref={(tab) => (tab === 'clients' ? paths.dashboard : `${paths.dashboard}?view=${tab}`)}
      />
    </>
  )
}
