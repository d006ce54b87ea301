// The stored session as it lies in IndexedDB: read and replaced without the auth library and without the network.
import type { Session } from '@supabase/auth-js'

import { recallDistance, whenDistanceChanges } from '../../lib/clock'
import { authStorage } from './storage'

export type StoredSession = Session

/** The key the specification asks for; page and service worker derive the same. */
export function storageKey(): string {
  return `sb-${location.host}-auth-token`
}

/** How far the server's clock is from this device's lies beside the session: whoever reads one needs the other. */
const DISTANCE = 'server-distance'
whenDistanceChanges((ms) => void authStorage.setItem(DISTANCE, String(ms)))

/** The session, expired or not; null if nobody is signed in here. */
export async function storedSession(): Promise<StoredSession | null> {
  const [text, distance] = await Promise.all([authStorage.getItem(storageKey()), authStorage.getItem(DISTANCE).catch(() => null)])
  if (distance !== null) recallDistance(Number(distance))
  return sessionIn(text)
}

/** In one transaction: replace `before` by `after`, unless somebody else has replaced or removed it meanwhile. */
export function replaceSession(before: StoredSession, after: StoredSession): Promise<void> {
  const isStill = (text: string | null): boolean => sessionIn(text)?.refresh_token === before.refresh_token
  return authStorage.changeItem(storageKey(), (text) => (isStill(text) ? JSON.stringify(after) : text))
}

/** The session in a stored text; null for what is none. */
export function sessionIn(text: string | null): StoredSession | null {
  try {
    const session: unknown = JSON.parse(text ?? 'null')
    return isSession(session) ? session : null
  } catch {
    return null
  }
}

export function isSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false
  return 'access_token' in value && 'refresh_token' in value && 'user' in value
}

/** Whether the person has a second factor that this session has not been through: no door takes it before that. */
export function isHalf({ access_token, user }: StoredSession): boolean {
  const isProtected = user.factors?.some(({ status }) => status === 'verified') ?? false
  return isProtected && claimsOf(access_token)['aal'] !== 'aal2'
}

/** When its access token ends, in ms by the server's clock: of `expires_at` nobody knows by whose clock it was written. */
export function expiryOf({ access_token }: StoredSession): number {
  return (Number(claimsOf(access_token)['exp']) || 0) * 1000
}

export function claimsOf(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
