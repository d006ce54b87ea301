// The address /dashboard/website-settings.
import { WebsiteSettingsScreen } from '../../features/website'
import { Title } from '../shell/unread'

export default function WebsiteSettingsRoute() {
  return (
    <>
      <Title screen="Website Settings" />
      <WebsiteSettingsScreen />
    </>
  )
}
