// Route guards: signed-out users see the sign-in screen, signed-in users the dashboard.
import { type ReactNode, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'

import { Spinner } from '../ui/feedback/spinner'
import { paths } from './paths'
import { lacksPassword, type SessionUser, recovery, session, type Session } from './session/session'

function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get)
}

/** Renders the children for a signed-in user; redirects others to the sign-in screen. */
export function SignedInOnly({ children }: { children: (user: SessionUser) => ReactNode }) {
  const now = useSession()
  const lacks = useSyncExternalStore(lacksPassword.subscribe, lacksPassword.get)
  const { pathname } = useLocation()
  switch (now.is) {
    case 'reading':
      return null
    case 'signed-in':
      return lacks && pathname !== paths.newPassword ? (
        <Navigate to={paths.newPassword} replace />
      ) : (
        children(now.user)
      )
    case 'leaving':
      return <SigningOut />
    case 'half':
    case 'signed-out':
      return <Navigate to={paths.auth} replace />
  }
}

/**
 * Renders the children for users who are not signed in or have verified only the first factor. Redirects a
 * signed-in user to the dashboard.
 */
export function SignedOutOnly({ children }: { children: (unsent: number, half: boolean) => ReactNode }) {
  const now = useSession()
  const isRecovering = useSyncExternalStore(recovery.subscribe, recovery.get)
  if (now.is === 'reading') return null
  if (now.is === 'signed-out' || now.is === 'half') return children(now.unsent, now.is === 'half')
  return <Navigate to={isRecovering ? paths.newPassword : paths.dashboard} replace />
}

function SigningOut() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-xl text-ink-3">
      <Spinner label="Signing out" />
    </div>
  )
}
