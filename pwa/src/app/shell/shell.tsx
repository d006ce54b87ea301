// The frame of the dashboard: header, sidebar on wide screens (from md on), drawer and bottom bar on narrow
// ones, and the screen inside.
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'

import { TrialBanner } from '../../features/billing'
import { afterFirstPaint } from '../../lib/first-paint'
import { LiveContext } from '../../live/live'
import { deviceReplaced, openDevice } from '../device/device'
import { ErrorBoundary } from '../error-boundary'
import type { SessionUser } from '../session/session'
import { AccountFoot } from './menu/account-foot'
import { BottomBar } from './menu/bottom-bar'
import { CardGuard } from './card-guard'
import { Header } from './header'
import { useSignOut } from './sign-out/use-sign-out'
import { Nav } from './menu/nav'
import { StatusNotice } from './notices/status-notice'
import { UnreadCount } from './menu/unread'

// Exported because main.tsx opens the user's replica before the first render.
export { openDevice }

const MenuDrawer = lazy(() => import('./menu/drawer'))
const ArrivalFocus = lazy(() => import('./use-arrival-focus'))
const Faces = lazy(afterFirstPaint(() => import('./faces')))
const KeyHelp = lazy(() => import('./keyboard/key-help'))
const IdentityProof = lazy(afterFirstPaint(() => import('./identity-proof')))

export default function Shell({ user }: { user: SessionUser }) {
  useSyncExternalStore(
    (notify) => deviceReplaced.subscribe(notify),
    () => deviceReplaced.get(),
  )
  const live = openDevice(user.id)
  const { pathname } = useLocation()
  // Null until the drawer is first opened, because that loads its code.
  const [drawerOpen, setDrawerOpen] = useState<boolean | null>(null)
  const { leave, signOutDialog } = useSignOut(live)
  const closeDrawer = () => setDrawerOpen((before) => before && false)
  const signOut = async () => {
    closeDrawer()
    await leave()
  }
  const foot = <AccountFoot email={user.email} onFollow={closeDrawer} onSignOut={() => void signOut()} />

  return (
    <LiveContext value={live}>
      <CardGuard user={user}>
        <UnreadCount>
          <a
            href="#content"
            className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:p-2 focus:shadow-3"
          >
            Skip to content
          </a>
          <div className="flex h-dvh flex-col overflow-hidden">
            <Header />
            {/* On phones the bottom bar separates the screen from the lower edge, so the screen needs no
                inset there. */}
            <div className="flex min-h-0 flex-1 max-md:[--safe-bottom:0px]">
              <aside
                aria-label="Menu"
                className="hidden w-58 shrink-0 flex-col border-r border-line pl-[var(--safe-left)] md:flex"
              >
                <div className="flex flex-1 flex-col overflow-y-auto p-3">
                  <Nav />
                </div>
                {foot}
              </aside>
              <main
                id="content"
                tabIndex={-1}
                className="flex min-w-0 flex-1 flex-col overflow-y-auto pr-[var(--safe-right)] outline-none"
              >
                <StatusNotice onSignOut={() => void signOut()}>
                  <Suspense fallback={null}>
                    <TrialBanner />
                  </Suspense>
                  <ErrorBoundary resetKey={pathname}>
                    <Suspense fallback={null}>
                      <Outlet />
                    </Suspense>
                  </ErrorBoundary>
                </StatusNotice>
              </main>
            </div>
            <BottomBar drawerOpen={drawerOpen === true} onOpenDrawer={() => setDrawerOpen(true)} />
          </div>
          <Suspense fallback={null}>
            <ArrivalFocus />
            <Faces />
            <KeyHelp />
            <IdentityProof />
            {drawerOpen !== null && (
              <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} foot={foot} />
            )}
          </Suspense>
          {signOutDialog}
        </UnreadCount>
      </CardGuard>
    </LiveContext>
  )
}
