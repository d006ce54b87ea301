// Redirects a client without a card on file to the card page. The server enforces the same for the data. Only
// /connect-ga admits such a client, without the menu.
import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'

import { useCardOnFile } from '../../features/billing'
import { paths } from '../paths'
import type { SessionUser } from '../session/session'

const CheckoutFrame = lazy(() => import('./checkout-frame'))

export function CardGuard({ user, children }: { user: SessionUser; children: ReactNode }) {
  const isMissing = useCardOnFile() === 'missing'
  const { pathname } = useLocation()
  if (!isMissing) return children
  if (pathname !== paths.connectAnalytics) return <Navigate to={paths.addPayment} replace />
  return (
    <Suspense fallback={null}>
      <CheckoutFrame user={user} />
    </Suspense>
  )
}
