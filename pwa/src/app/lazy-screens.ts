// The screens that load separately from the entry. Each screen is loaded once, and preloaded if the URL needs
// it.
import { lazyModule } from '../lib/lazy-module'
import { HOMES, lastHome } from './routes/last-dashboard'
import { paths } from './paths'

export const shell = lazyModule(() => import('./shell/shell'))
export const authScreen = lazyModule(() => import('./routes/sign-in/auth'))
export const dashboard = lazyModule(() => import('./routes/dashboard'))
export const messagingScreen = lazyModule(() => import('./routes/messaging'))
export const checkoutFrame = lazyModule(() => import('./shell/checkout-frame'))
export const addPaymentScreen = lazyModule(() => import('./routes/add-payment'))
export const checkoutSuccessScreen = lazyModule(() => import('./routes/checkout-success'))
export const settingsScreen = lazyModule(() => import('./routes/settings'))
export const authCallback = lazyModule(() => import('./routes/sign-in/auth-callback'))
export const newPassword = lazyModule(() => import('./routes/sign-in/new-password'))
export const connectScreen = lazyModule(() => import('./routes/connect-ga'))
export const googleCallback = lazyModule(() => import('./routes/oauth2callback'))

/** Loads the screens of this path before React renders. Resolves when all of them have loaded or failed. */
export async function preloadFor(pathname: string): Promise<void> {
  // A failure is shown when the screen renders.
  await Promise.allSettled(screensOf(pathname).map((one) => one.load()))
}

function screensOf(pathname: string): { load: () => Promise<unknown> }[] {
  if (pathname.startsWith(paths.addPayment)) return [checkoutFrame, addPaymentScreen]
  if (pathname.startsWith(paths.checkoutSuccess)) return [checkoutFrame, checkoutSuccessScreen]
  if (pathname.startsWith(paths.connectAnalytics)) return [shell, connectScreen]
  if (pathname.startsWith(paths.googleReturn)) return [googleCallback]
  if (pathname.startsWith(paths.settings)) return [shell, settingsScreen]
  if (pathname.startsWith(paths.messaging)) return [shell, messagingScreen]
  if (!pathname.startsWith(paths.dashboard)) return [authScreen]
  const home = lastHome()
  return [shell, dashboard, ...(home === null ? [] : [HOMES[home]])]
}
