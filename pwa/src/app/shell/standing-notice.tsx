// Says what only the person can solve: an update, a browser that stores nothing, a second factor that is missing, or an
// account that lost its access.
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'

import { useLive, useSyncStatus } from '../../live/live'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { LostNote } from '../lost-note'
import { paths } from '../paths'
import { session } from '../session'
import { takeUpdate } from '../updates'

const AccessEnded = lazy(() => import('./access-ended'))
const MemoryNotice = lazy(() => import('./memory-notice'))
const MustEnrol = lazy(() => import('./must-enrol'))

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
        <AccessEnded onSignOut={onSignOut} />
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
        <Alert
          tone="warning"
          title="This version is too old"
          className="m-3"
          action={
            <Button size="sm" onClick={() => void takeUpdate()}>
              Update
            </Button>
          }
        >
          Update to go on. Drafts and waiting messages stay on this device.
        </Alert>
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
