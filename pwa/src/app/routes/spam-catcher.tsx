// The address /dashboard/spam-catcher.
import { SpamCatcherScreen } from '../../features/chatbots'
import { Title } from '../shell/menu/unread'

export default function SpamCatcherRoute() {
  return (
    <>
      <Title screen="Spam Catcher" />
      <SpamCatcherScreen />
    </>
  )
}
