// The route /dashboard/spam-catcher.
import { SpamCatcherScreen } from '../../features/chatbots'
import { paths } from '../paths'
import { session } from '../session/session'
import { Title } from '../shell/menu/unread'

export default function SpamCatcherRoute() {
  const now = session.get()
  return (
    <>
      <Title screen="Spam Catcher" />
      <SpamCatcherScreen homePath={paths.dashboard} ownEmail={now.is === 'signed-in' ? now.user.email : ''} />
    </>
  )
}
