// Who may be where: signed-out people at the door, signed-in people inside.
import { type ReactNode, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'

import { Spinner } from '../ui/feedback/spinner'
import { paths } from './paths'
import { lacksPassword, type Person, recovery, session, type Session } from './session/session'

function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get)
}

/** Shows the inside to a signed-in person; everybody else goes to the door. */
export function SignedInOnly({ children }: { children: (person: Person) => ReactNode }) {
  const now = useSession()
  const lacks = useSyncExternalStore(lacksPassword.subscribe, lacksPassword.get)
  const { pathname } = useLocation()
  switch (now.is) {
    case 'reading':
      return null
    case 'signed-in':
      return lacks && pathname !== paths.newPassword ? <Navigate to={paths.newPassword} replace /> : children(now.person)
    case 'leaving':
      return <Leaving />
    case 'half':
    case 'signed-out':
      return <Navigate to={paths.auth} replace />
  }
}

/** Shows the door to people who are not signed in, or half; a signed-in person goes on to the dashboard. */
export function SignedOutOnly({ children }: { children: (unsent: number, half: boolean) => ReactNode }) {
  const now = useSession()
  const isRecovering = useSyncExternalStore(recovery.subscribe, recovery.get)
  if (now.is === 'reading') return null
  if (now.is === 'signed-out' || now.is === 'half') return children(now.unsent, now.is === 'half')
  return <Navigate to={isRecovering ? paths.newPassword : paths.dashboard} replace />
}

function Leaving() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-xl text-ink-3">
      <Spinner label="Signing out" />
    </div>
  )
}
