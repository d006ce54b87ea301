// The address /dashboard/website-settings.
import { Navigate } from 'react-router'

import { WebsiteSettingsScreen } from '../../features/website'
import { paths } from '../paths'
import { AdminOnly } from '../shell/admin-only'
import { Title } from '../shell/unread'

export default function WebsiteSettingsRoute() {
  return (
    <AdminOnly otherwise={<Navigate to={paths.dashboard} replace />} meanwhile={null}>
      <Title screen="Website Settings" />
      <WebsiteSettingsScreen />
    </AdminOnly>
  )
}
