// Which of the two dashboards this device showed last: that one loads before it is known who is here.
import { piece } from '../../lib/lazy-module'
import { recall, remember } from '../../lib/storage'

type Home = 'admin' | 'client'
export const HOMES = { admin: piece(() => import('../routes/admin/admin-home')), client: piece(() => import('../routes/home/client-home')) }
const KEY = 'home'

/** Null on a device that has shown none. */
export function knownHome(): Home | null {
  const known = recall(KEY)
  return known === 'admin' || known === 'client' ? known : null
}

export function rememberHome(home: Home): void {
  remember(KEY, home)
}
