// The route /dashboard/dev-docs for admins.
import { DevDocsScreen } from '../../../features/chatbots'
import { Title } from '../../shell/menu/unread'

export default function DevDocsRoute() {
  return (
    <>
      <Title screen="Developer Docs" />
      <DevDocsScreen />
    </>
  )
}
