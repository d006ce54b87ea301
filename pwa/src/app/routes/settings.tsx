// The address /dashboard/settings: its tabs are addresses of their own.
import { useLocation } from 'react-router'

import { NotificationsTab } from '../../features/notifications'
import { DataTab, ProfileTab, SecurityTab, SettingsScreen, type SettingsTab } from '../../features/settings'
import { useSyncStatus } from '../../live/live'
import { paths } from '../paths'
import { Title } from '../shell/unread'

const EVERYBODYS: SettingsTab[] = [
  { slug: 'notifications', label: 'Notifications', Content: NotificationsTab },
  { slug: 'security', label: 'Security', Content: SecurityTab },
  { slug: 'data', label: 'Your data', Content: DataTab },
]
// An admin has no company here.
const CLIENTS: SettingsTab[] = [{ slug: 'profile', label: 'Profile', Content: ProfileTab }, ...EVERYBODYS]

export default function SettingsRoute() {
  const { pathname } = useLocation()
  const { role } = useSyncStatus()
  return (
    <>
      <Title screen="Settings" />
      <SettingsScreen home={paths.settings} tab={pathname.slice(paths.settings.length + 1)} tabs={role === 'admin' ? EVERYBODYS : CLIENTS} />
    </>
  )
}
