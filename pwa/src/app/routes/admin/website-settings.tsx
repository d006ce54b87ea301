// The route /dashboard/website-settings.
import { WebsiteSettingsScreen } from '../../../features/website'
import { Title } from '../../shell/menu/unread'

export default function WebsiteSettingsRoute() {
  return (
    <>
      <Title screen="Website Settings" />
      <WebsiteSettingsScreen />
    </>
  )
}
