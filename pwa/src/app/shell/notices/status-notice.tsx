// Says what only the person can solve: an update, a browser that stores nothing, a second factor that is missing, or an
// account that lost its access.
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

type StandingNoticeProps = { onSignOut: () => void; children: ReactNode }

/** An update stands above the screen; without access there is nothing left to show. */
export function StandingNotice({ onSignOut, children }: StandingNoticeProps) {
  const { link } = useSyncStatus()
  const { inMemory } = useLive().replica
  const { pathname } = useLocation()
  const mustEnrol = useSyncExternalStore(session.subscribe, wantsFactor)
  if (link.is === 'locked') {
    return (
      <Suspense fallback={null}>
        <AccessEnded onSignOut={onSignOut} onLinked={() => location.reload()} />
      </Suspense>
    )
  }
  // Without it every other screen would stay empty.
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

function wantsFactor(): boolean {
  const now = session.get()
  return now.is === 'signed-in' && now.mustEnrol
}
