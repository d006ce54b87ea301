// The screens that load separately from the entry. Each is loaded once, and preloaded if the address needs
// it.
import { piece } from '../lib/lazy-module'
import { HOMES, knownHome } from './device/last-dashboard'
import { paths } from './paths'

export const shell = piece(() => import('./shell/shell'))
export const authScreen = piece(() => import('./routes/sign-in/auth'))
export const dashboard = piece(() => import('./routes/dashboard'))
export const messagingScreen = piece(() => import('./routes/messaging'))
export const till = piece(() => import('./shell/checkout-frame'))
export const addPaymentScreen = piece(() => import('./routes/add-payment'))
export const checkoutSuccessScreen = piece(() => import('./routes/checkout-success'))
export const settingsScreen = piece(() => import('./routes/settings'))
export const authCallback = piece(() => import('./routes/sign-in/auth-callback'))
export const newPassword = piece(() => import('./routes/sign-in/new-password'))
export const connectScreen = piece(() => import('./routes/connect-ga'))
export const googleReturn = piece(() => import('./routes/oauth2callback'))

/** Loads the screens of this address before React renders. Resolves when all have loaded or failed. */
export async function preloadFor(pathname: string): Promise<void> {
  // The screen shows the failure when it is rendered.
  await Promise.allSettled(screensOf(pathname).map((one) => one.load()))
}

function screensOf(pathname: string): { load: () => Promise<unknown> }[] {
  if (pathname.startsWith(paths.addPayment)) return [till, addPaymentScreen]
  if (pathname.startsWith(paths.checkoutSuccess)) return [till, checkoutSuccessScreen]
  if (pathname.startsWith(paths.connectAnalytics)) return [till, connectScreen]
  if (pathname.startsWith(paths.googleReturn)) return [googleReturn]
  if (pathname.startsWith(paths.settings)) return [shell, settingsScreen]
  if (pathname.startsWith(paths.messaging)) return [shell, messagingScreen]
  if (!pathname.startsWith(paths.dashboard)) return [authScreen]
  const home = knownHome()
  return [shell, dashboard, ...(home === null ? [] : [HOMES[home]])]
}
