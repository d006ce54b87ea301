// Who is signed in, the colour scheme and the way out; the foot of sidebar and drawer.
import { LogOut } from 'lucide-react'

import { Button } from '../../ui/button'
import { ThemeSwitch } from '../../ui/theme-switch'

type AccountFootProps = { email: string; onSignOut: () => void }

export function AccountFoot({ email, onSignOut }: AccountFootProps) {
  return (
    <div className="border-t border-line p-3">
      <p className="truncate px-1.5 pb-2.5 text-sm text-ink-3" title={email}>
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
