// The stored session as it lies in IndexedDB: read and replaced without the auth library and without the network.
import type { Session } from '@supabase/auth-js'

import { authStorage } from './auth-storage'

export type StoredSession = Session

/** The key the specification asks for; page and service worker derive the same. */
export function storageKey(): string {
  return `sb-${location.host}-auth-token`
}

/** The session, expired or not; null if nobody is signed in here. */
export async function storedSession(): Promise<StoredSession | null> {
  const text = await authStorage.getItem(storageKey())
  if (text === null) return null
  try {
    const session: unknown = JSON.parse(text)
    return isSession(session) ? session : null
  } catch {
    return null
  }
}

/** Replace `before` by `after`, unless somebody else has replaced or removed it meanwhile. */
export async function replaceSession(before: StoredSession, after: StoredSession): Promise<void> {
  const still = await storedSession()
  if (still?.refresh_token === before.refresh_token) await authStorage.setItem(storageKey(), JSON.stringify(after))
}

export function isSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false
  return 'access_token' in value && 'refresh_token' in value && 'user' in value
}

/** Whether the person has a second factor that this session has not been through: no door takes it before that. */
export function isHalf({ access_token, user }: StoredSession): boolean {
  const isProtected = user.factors?.some(({ status }) => status === 'verified') ?? false
  return isProtected && levelOf(access_token) !== 'aal2'
}

function levelOf(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null && 'aal' in claims ? claims.aal : null
  } catch {
    return null
  }
}
