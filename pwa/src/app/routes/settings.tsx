// The route /dashboard/settings. Each tab has its own path.
import { useLocation } from 'react-router'

import { NotificationsTab } from '../../features/notifications'
import {
  DataTab,
  PortraitTab,
  ProfileTab,
  SecurityTab,
  SettingsScreen,
  type SettingsTab,
} from '../../features/settings'
import { NOT_LOADED } from '../../lib/text/client-errors'
import { useMember } from '../../live/view'
import { LoadError } from '../../ui/feedback/load-error'
import { paths } from '../paths'
import { ScreenPlaceholder } from '../shell/screen-placeholder'
import { Title } from '../shell/menu/unread'

const SHARED_TABS: SettingsTab[] = [
  { slug: 'notifications', label: 'Notifications', Content: NotificationsTab },
  { slug: 'security', label: 'Security', Content: SecurityTab },
  { slug: 'data', label: 'Your data', Content: DataTab },
]
const Profile = () => <ProfileTab messagesHref={paths.messaging} />
const CLIENT_TABS: SettingsTab[] = [{ slug: 'profile', label: 'Profile', Content: Profile }, ...SHARED_TABS]
// An admin has no company profile, but a picture that clients see.
const ADMIN_TABS: SettingsTab[] = [
  { slug: 'profile', label: 'Profile', Content: PortraitTab },
  ...SHARED_TABS,
]

export default function SettingsRoute() {
  const { pathname } = useLocation()
  const member = useMember()
  const tab = pathname.slice(paths.settings.length + 1)
  // Security must open without the role, because the server returns no data until the second factor is set
  // up.
  const needsMember = !SHARED_TABS.some(({ slug }) => slug === tab)
  return (
    <>
      <Title screen="Settings" />
      {needsMember && member.is === 'loading' && <ScreenPlaceholder />}
      {needsMember && member.is === 'failed' && (
        <LoadError className="m-4 lg:m-6" onRetry={member.retry}>
          {NOT_LOADED}
        </LoadError>
      )}
      {(!needsMember || member.is === 'ready') && (
        <SettingsScreen
          home={paths.settings}
          tab={tab}
          tabs={member.is === 'ready' && member.role === 'client' ? CLIENT_TABS : ADMIN_TABS}
          isComplete={member.is === 'ready'}
        />
      )}
    </>
  )
}
