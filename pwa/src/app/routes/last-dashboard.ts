// Remembers which dashboard this device showed last, so that it loads before the user's role is known.
import { lazyModule } from '../../lib/lazy-module'
import { recall, remember } from '../../lib/storage'

type Home = 'admin' | 'client'
export const HOMES = {
  admin: lazyModule(() => import('./admin/admin-home')),
  client: lazyModule(() => import('./home/client-home')),
}
const KEY = 'home'

/** The last dashboard, or null if this device has shown none. */
export function lastHome(): Home | null {
  const stored = recall(KEY)
  return stored === 'admin' || stored === 'client' ? stored : null
}

export function rememberHome(home: Home): void {
  remember(KEY, home)
}
