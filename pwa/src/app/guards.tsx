// Who may be where: signed-out people at the door, signed-in people inside.
import { type ReactNode, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router'

import { Spinner } from '../ui/spinner'
import { paths } from './paths'
import { type Person, session, type Session } from './session'

function useSession(): Session {
  return useSyncExternalStore(
    (tell) => session.subscribe(tell),
    () => session.get(),
  )
}

/** Shows the inside to a signed-in person; everybody else goes to the door. */
export function SignedInOnly({ children }: { children: (person: Person) => ReactNode }) {
  const now = useSession()
  switch (now.is) {
    case 'reading':
      return null
    case 'signed-in':
      return children(now.person)
    case 'leaving':
      return <Leaving />
    case 'signed-out':
      return <Navigate to={paths.auth} replace />
  }
}

/** Shows the door to signed-out people; a signed-in person goes to the dashboard. */
export function SignedOutOnly({ children }: { children: (unsent: number) => ReactNode }) {
  const now = useSession()
  if (now.is === 'reading') return null
  return now.is === 'signed-out' ? children(now.unsent) : <Navigate to={paths.dashboard} replace />
}

function Leaving() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-xl text-ink-3">
      <Spinner label="Signing out" />
    </div>
  )
}
