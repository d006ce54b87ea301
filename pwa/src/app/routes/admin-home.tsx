// The admins' dashboard: their clients.
import { ClientsScreen } from '../../features/clients'
import { threadPath } from '../paths'
import { Title } from '../shell/unread'

export default function AdminHomeRoute() {
  return (
    <>
      <Title screen="Admin Dashboard" />
      <ClientsScreen hrefOf={threadPath} />
    </>
  )
}
