// Notices of problems that the user must solve: an old version, a browser that cannot store data, a missing
// second factor, or an account without access.
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'

import { useLive, useSyncStatus } from '../../../live/live'
import { LostNote } from '../../device/lost-data-note'
import { paths } from '../../paths'
import { session } from '../../session/session'

const AccessEnded = lazy(() => import('./access-ended'))
const MemoryNotice = lazy(() => import('./memory-notice'))
const MustEnrol = lazy(() => import('./must-enrol'))
const Outdated = lazy(() => import('./outdated'))

type StatusNoticeProps = { onSignOut: () => void; children: ReactNode }

/** Shows notices above the screen. Replaces the screen if the account has no access. */
export function StatusNotice({ onSignOut, children }: StatusNoticeProps) {
  const { link } = useSyncStatus()
  const { inMemory } = useLive().replica
  const { pathname } = useLocation()
  const mustEnrol = useSyncExternalStore(session.subscribe, mustEnrolNow)
  if (link.is === 'locked') {
    return (
      <Suspense fallback={null}>
        <AccessEnded onSignOut={onSignOut} onLinked={() => location.reload()} />
      </Suspense>
    )
  }
  // Without a second factor the server rejects all requests, so every other screen would stay empty.
  if (mustEnrol && pathname !== paths.security) return <Navigate to={paths.security} replace />
  return (
    <>
      {mustEnrol && (
        <Suspense fallback={null}>
          <MustEnrol />
        </Suspense>
      )}
      {link.is === 'outdated' && (
        <Suspense fallback={null}>
          <Outdated />
        </Suspense>
      )}
      <LostNote className="m-3" />
      {inMemory && (
        <Suspense fallback={null}>
          <MemoryNotice />
        </Suspense>
      )}
      {children}
    </>
  )
}

function mustEnrolNow(): boolean {
  const now = session.get()
  return now.is === 'signed-in' && now.mustEnrol
}
