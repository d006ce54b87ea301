// The admin dashboard. `?view=` selects its tab. `?client=` shows a client's page.
import { useSearchParams } from 'react-router'

import { ClientsScreen, tabOf } from '../../../features/clients'
import { useRows } from '../../../live/view'
import { clientPath, morePaths } from '../../more-paths'
import { paths, reportsPath, threadPath } from '../../paths'
import { reportPath } from '../../report-path'
import { Title } from '../../shell/menu/unread'

const viewOf = (id: string) => `${morePaths.viewAs}/${encodeURIComponent(id)}`

export default function AdminHomeRoute() {
  const [params] = useSearchParams()
  const client = params.get('client')
  return (
    <>
      {client === null ? <Title screen="Admin Dashboard" /> : <ClientTitle id={client} />}
      <ClientsScreen
        threadOf={threadPath}
        reportsOf={reportsPath}
        viewOf={viewOf}
        clientOf={clientPath}
        reportOf={reportPath}
        client={client}
        tab={tabOf(params.get('view'))}
        securityHref={paths.security}
        tabHref={(tab) => (tab === 'clients' ? paths.dashboard : `${paths.dashboard}?view=${tab}`)}
      />
    </>
  )
}

function ClientTitle({ id }: { id: string }) {
  const row = useRows('w', async (replica) => ({ client: await replica.clients.get(id) }), [id])
  return <Title screen={(row.is === 'ready' ? row.client?.company_name : undefined) ?? 'Client'} />
}
