// The frame of the dashboard: header, sidebar at md and up, drawer below, and the screen inside.
import { Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'

import { LiveContext } from '../../live/live'
import { Drawer } from '../../ui/drawer'
import { countUnsent, openDevice, signOut } from '../device'
import { ErrorBoundary } from '../error-boundary'
import type { Person } from '../session'
import { AccountFoot } from './account-foot'
import { Header } from './header'
import { Nav } from './nav'
import { SignOutDialog } from './sign-out-dialog'
import { StandingNotice } from './standing-notice'

export default function Shell({ person }: { person: Person }) {
  const live = openDevice(person.id)
  const { pathname } = useLocation()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [unsent, setUnsent] = useState<number | null>(null)

  const leave = () => signOut(live)
  const askToLeave = async () => {
    setDrawerOpen(false)
    const count = await countUnsent(live.replica)
    if (count === 0) await leave()
    else setUnsent(count)
  }
  const foot = <AccountFoot email={person.email} onSignOut={() => void askToLeave()} />

  return (
    <LiveContext value={live}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-3"
      >
        Skip to content
      </a>
      <div className="flex h-dvh flex-col overflow-hidden">
        <Header drawerOpen={drawerOpen} onOpenDrawer={() => setDrawerOpen(true)} />
        <div className="flex min-h-0 flex-1">
          <aside aria-label="Menu" className="hidden w-58 shrink-0 flex-col border-r border-line pl-[var(--safe-left)] md:flex">
            <div className="flex-1 overflow-y-auto p-3">
              <Nav />
            </div>
            {foot}
          </aside>
          <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col overflow-y-auto pr-[var(--safe-right)] outline-none">
            <StandingNotice />
            <ErrorBoundary resetKey={pathname}>
              <Suspense fallback={null}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} title="Menu">
        <div className="flex-1 overflow-y-auto p-3">
          <Nav onFollow={() => setDrawerOpen(false)} />
        </div>
        {foot}
      </Drawer>
      <SignOutDialog live={live} unsent={unsent} onClose={() => setUnsent(null)} onSignOut={leave} />
    </LiveContext>
  )
}
