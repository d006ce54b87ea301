// Route guards: signed-out users see the sign-in screen, signed-in users the dashboard.
import { type ReactNode, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'

import { Spinner } from '../ui/spinner'
import { paths } from './paths'
import { lacksPassword, type SessionUser, recovery, session, type Session } from './session/session'

function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get)
}

/** The id of the signed-in user, or null. */
export function useUserId(): string | null {
  const current = useSession()
  return current.is === 'signed-in' ? current.user.id : null
}

/** Renders the children for a signed-in user; redirects others to the sign-in screen. */
export function SignedInOnly({ children }: { children: (user: SessionUser) => ReactNode }) {
  const current = useSession()
  const mustChoosePassword = useSyncExternalStore(lacksPassword.subscribe, lacksPassword.get)
  const { pathname } = useLocation()
  switch (current.is) {
    case 'reading':
      return null
    case 'signed-in':
      return mustChoosePassword && pathname !== paths.newPassword ? (
        <Navigate to={paths.newPassword} replace />
      ) : (
        children(current.user)
      )
    case 'leaving':
      return <SigningOut />
    case 'needs-second-factor':
    case 'signed-out':
      return <Navigate to={paths.auth} replace />
  }
}

/**
 * Renders the children for users who are not signed in or have verified only the first factor. Redirects a
 * signed-in user to the dashboard.
 */
export function SignedOutOnly({
  children,
}: {
  children: (unsent: number, needsSecondFactor: boolean) => ReactNode
}) {
  const current = useSession()
  const isRecovering = useSyncExternalStore(recovery.subscribe, recovery.get)
  if (current.is === 'reading') return null
  if (current.is === 'signed-out' || current.is === 'needs-second-factor')
    return children(current.unsent, current.is === 'needs-second-factor')
  return <Navigate to={isRecovering ? paths.newPassword : paths.dashboard} replace />
}

function SigningOut() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-xl text-ink-3">
      <Spinner label="Signing out" />
    </div>
  )
}
