// The frame of the pages between sign-in and dashboard: the card page, the checkout result, and the
// connection of Google Analytics for a client without a card.
import { LogOut } from 'lucide-react'
import { Suspense } from 'react'
import { Outlet } from 'react-router'

import { PRODUCT_NAME } from '../../lib/product'
import { LiveContext } from '../../live/live'
import { Button } from '../../ui/button'
import { SiteLogo } from '../../ui/brand/site-logo'
import ThemeSwitch from '../../ui/theme/theme-switch'
import { openDevice } from '../device/device'
import { ErrorBoundary } from '../error-boundary'
import type { SessionUser } from '../session/session'
import { useSignOut } from './sign-out/use-sign-out'
import { StatusNotice } from './notices/status-notice'
import { useArrivalFocus } from './use-arrival-focus'

export default function CheckoutFrame({ user }: { user: SessionUser }) {
  const live = openDevice(user.id)
  const { leave, signOutDialog } = useSignOut(live)
  useArrivalFocus()
  return (
    <LiveContext value={live}>
      <div className="flex min-h-dvh flex-col pt-[var(--safe-top)] pr-[var(--safe-right)] pb-[var(--safe-bottom)] pl-[var(--safe-left)]">
        <header className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-3 sm:px-8 sm:py-5">
          <SiteLogo name={PRODUCT_NAME} className="text-lg" />
          <div className="flex items-center gap-1">
            <Button
              size="sm"
              tone="borderless"
              icon={<LogOut size={16} aria-hidden="true" />}
              onClick={() => void leave()}
            >
              <span className="max-sm:sr-only">Sign Out</span>
            </Button>
            <ThemeSwitch />
          </div>
        </header>
        <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <StatusNotice onSignOut={() => void leave()}>
            <ErrorBoundary>
              <Suspense fallback={null}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </StatusNotice>
        </main>
        <footer className="px-4 py-4 text-center text-sm text-ink-3">Signed in as {user.email}</footer>
      </div>
      {signOutDialog}
    </LiveContext>
  )
}
