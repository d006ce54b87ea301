// Who is signed in, the colour scheme and the way out; the foot of sidebar and drawer.
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useSyncExternalStore } from 'react'

import { Button } from '../../ui/button'
import { ThemeSwitch } from '../../ui/theme-switch'
import { install } from '../install'

const InstallButton = lazy(() => import('./install-button'))

type AccountFootProps = { email: string; onSignOut: () => void }

export function AccountFoot({ email, onSignOut }: AccountFootProps) {
  const { how } = useSyncExternalStore(install.subscribe, install.get)
  return (
    <div className="border-t border-line p-3">
      {how !== 'no' && (
        <Suspense fallback={null}>
          <InstallButton how={how} />
        </Suspense>
      )}
      <p className="truncate px-2.5 pt-1 pb-2 text-sm text-ink-3" title={email}>
        {email}
      </p>
      <div className="flex items-center justify-between gap-2">
        <Button size="sm" tone="quiet" icon={<LogOut size={16} aria-hidden="true" />} onClick={onSignOut}>
          Sign Out
        </Button>
        <ThemeSwitch />
      </div>
    </div>
  )
}
