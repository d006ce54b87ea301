// The address /dashboard/settings: its tabs are addresses of their own.
import { useLocation } from 'react-router'

import { SettingsScreen } from '../../features/settings'
import { paths } from '../paths'
import { Title } from '../shell/unread'

export default function SettingsRoute() {
  const { pathname } = useLocation()
  return (
    <>
      <Title screen="Settings" />
      <SettingsScreen home={paths.settings} tab={pathname.slice(paths.settings.length + 1)} />
    </>
  )
}
