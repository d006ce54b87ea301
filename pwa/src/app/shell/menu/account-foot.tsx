// The bottom of sidebar and drawer: the link to the user's settings, sign-out and the colour scheme.
import { LogOut, Settings } from 'lucide-react'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Link, NavLink } from 'react-router'

import { afterFirstPaint } from '../../../lib/first-paint'
import { useSyncStatus } from '../../../live/live'
import { Button } from '../../../ui/button'
import { install } from '../../install/install'
import { paths } from '../../paths'

const InstallButton = lazy(() => import('../../install/install-button'))
const ThemeSwitch = lazy(afterFirstPaint(() => import('../../../ui/theme/theme-switch')))

/** `onFollow` is called when the user opens the settings, so that the drawer closes. */
type AccountFootProps = { email: string; onFollow: () => void; onSignOut: () => void }

export function AccountFoot({ email, onFollow, onSignOut }: AccountFootProps) {
  // Clients have the item Settings in the menu, so this link is not highlighted for them. The specification
  // gives admins no such item, so admins have it here.
  const isAdmin = useSyncStatus().role === 'admin'
  const { how } = useSyncExternalStore(install.subscribe, install.get)
  const SettingsLink = isAdmin ? NavLink : Link
  return (
    <div className="border-t border-line p-3">
      {how !== 'no' && (
        <Suspense fallback={null}>
          <InstallButton how={how} />
        </Suspense>
      )}
      <SettingsLink
        to={paths.settings}
        title="Account settings"
        onClick={onFollow}
        className="flex min-h-control-small items-center gap-2.5 rounded-md px-2.5 text-sm text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-primary-soft aria-[current]:text-primary-ink"
      >
        {isAdmin && <Settings size={18} strokeWidth={1.9} aria-hidden="true" className="shrink-0" />}
        <span className="min-w-0 truncate">
          {isAdmin && <span className="block text-base font-medium">Settings</span>}{' '}
          <span className="text-ink-3">{email}</span>
        </span>
      </SettingsLink>
      <div className="mt-1 flex items-center justify-between gap-2">
        <Button
          size="sm"
          tone="borderless"
          icon={<LogOut size={16} aria-hidden="true" />}
          onClick={onSignOut}
        >
          Sign Out
        </Button>
        <Suspense fallback={null}>
          <ThemeSwitch />
        </Suspense>
      </div>
    </div>
  )
}
