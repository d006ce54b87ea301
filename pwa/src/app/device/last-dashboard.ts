// The dashboard that this device showed last. It loads before the user's role is known.
import { piece } from '../../lib/lazy-module'
import { recall, remember } from '../../lib/storage'

type Home = 'admin' | 'client'
export const HOMES = { admin: piece(() => import('../routes/admin/admin-home')), client: piece(() => import('../routes/home/client-home')) }
const KEY = 'home'

/** The last dashboard, or null if this device has shown none. */
export function knownHome(): Home | null {
  const known = recall(KEY)
  return known === 'admin' || known === 'client' ? known : null
}

export function rememberHome(home: Home): void {
  remember(KEY, home)
}
