// What loads apart from the entry; `lazy` and early preloading share one promise per screen.
import { paths } from './paths'

export const loadShell = () => import('./shell/shell')
export const loadAuthScreen = () => import('./routes/auth')
export const loadClientsScreen = () => import('./routes/dashboard')
export const loadMessagingScreen = () => import('./routes/messaging')

/** Starts the download of what this address will need, before React has rendered anything. */
export function preloadFor(pathname: string): void {
  const inside = pathname.startsWith(paths.dashboard)
  const screens = inside
    ? [loadShell(), pathname.startsWith(paths.messaging) ? loadMessagingScreen() : loadClientsScreen()]
    : [loadAuthScreen()]
  // A failure shows where the screen is rendered.
  void Promise.allSettled(screens)
}
