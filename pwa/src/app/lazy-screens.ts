// What loads apart from the entry; `lazy` and early preloading share one promise per screen.
import { knownHome } from './homes'
import { paths } from './paths'

export const loadShell = () => import('./shell/shell')
export const loadAuthScreen = () => import('./routes/auth')
export const loadDashboard = () => import('./routes/dashboard')
export const loadMessagingScreen = () => import('./routes/messaging')
export const loadTill = () => import('./shell/till')
export const loadAddPaymentScreen = () => import('./routes/add-payment')
export const loadCheckoutSuccessScreen = () => import('./routes/checkout-success')
export const loadSettingsScreen = () => import('./routes/settings')
export const loadAuthCallback = () => import('./routes/auth-callback')
export const loadNewPassword = () => import('./routes/new-password')
export const loadConnectScreen = () => import('./routes/connect-ga')
export const loadGoogleReturn = () => import('./routes/oauth2callback')

/** Starts the download of what this address will need, before React has rendered anything. */
export function preloadFor(pathname: string): void {
  // A failure shows where the screen is rendered.
  void Promise.allSettled(screensOf(pathname))
}

function screensOf(pathname: string): Promise<unknown>[] {
  if (pathname.startsWith(paths.addPayment)) return [loadTill(), loadAddPaymentScreen()]
  if (pathname.startsWith(paths.checkoutSuccess)) return [loadTill(), loadCheckoutSuccessScreen()]
  if (pathname.startsWith(paths.connectAnalytics)) return [loadTill(), loadConnectScreen()]
  if (pathname.startsWith(paths.googleReturn)) return [loadGoogleReturn()]
  if (pathname.startsWith(paths.settings)) return [loadShell(), loadSettingsScreen()]
  if (pathname.startsWith(paths.messaging)) return [loadShell(), loadMessagingScreen()]
  if (!pathname.startsWith(paths.dashboard)) return [loadAuthScreen()]
  const home = knownHome()
  return [loadShell(), loadDashboard(), ...(home === null ? [] : [home === 'admin' ? import('./routes/admin-home') : import('./routes/client-home')])]
}
