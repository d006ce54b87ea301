// Reads and replaces the session in IndexedDB, without the auth library and without the network.
import type { Session } from '@supabase/auth-js'

import { restoreOffset, onOffsetChange } from '../../lib/time/clock'
import { authStorage } from './storage'

export type StoredSession = Session

/** The key that the specification requires. Page and service worker derive the same one. */
export function storageKey(): string {
  return `sb-${location.host}-auth-token`
}

/** The clock offset is stored beside the session, because every reader of the session needs it. */
const CLOCK_OFFSET = 'server-distance'
onOffsetChange((ms) => void authStorage.setItem(CLOCK_OFFSET, String(ms)))

/** The stored session, expired or not. Null if no user is signed in on this device. */
export async function storedSession(): Promise<StoredSession | null> {
  const [text, distance] = await Promise.all([
    authStorage.getItem(storageKey()),
    authStorage.getItem(CLOCK_OFFSET).catch(() => null),
  ])
  if (distance !== null) restoreOffset(Number(distance))
  return sessionIn(text)
}

/**
 * Replaces `before` by `after` in one transaction, unless another tab has replaced or removed it meanwhile.
 */
export function replaceSession(before: StoredSession, after: StoredSession): Promise<void> {
  const isStill = (text: string | null): boolean => sessionIn(text)?.refresh_token === before.refresh_token
  return authStorage.changeItem(storageKey(), (text) => (isStill(text) ? JSON.stringify(after) : text))
}

/** The session in a stored text, or null if it contains none. */
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

/**
 * Whether the user has a second factor that this session has not passed. Every endpoint rejects the session's
 * token until it is passed.
 */
export function needsSecondFactor({ access_token, user }: StoredSession): boolean {
  const isProtected = user.factors?.some(({ status }) => status === 'verified') ?? false
  return isProtected && claimsOf(access_token)['aal'] !== 'aal2'
}

/**
 * When the access token expires, in ms by the server's clock. This does not use `expires_at`, which may be by
 * the device's clock.
 */
export function expiryOf({ access_token }: StoredSession): number {
  return (Number(claimsOf(access_token)['exp']) || 0) * 1000
}

export function claimsOf(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    )
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
