// The panel beside a client's conversation. Passes it the app's paths.
import { ClientContext } from '../../../features/clients'
import { clientPath } from '../../more-paths'
import { reportPath } from '../../report-path'

export default function AdminClientContext({ id }: { id: string }) {
  return <ClientContext id={id} clientHref={clientPath(id)} reportOf={reportPath} />
}
