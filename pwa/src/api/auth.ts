// The session: the auth library, loaded when it is needed, and what can be known of the session without it.
import type { GoTrueClient, Session } from '@supabase/auth-js'

import { now } from '../lib/clock'
import { authStorage } from './auth-storage'

export type StoredSession = Session

export type Access =
  /** `exp` in unix seconds by the server's clock. */
  | { is: 'token'; token: string; exp: number }
  | { is: 'signed-out' }
  /** There is a session, but no usable token and no way to get one now. Not signed out. */
  | { is: 'unknown' }

/** The library renews a token with less than this left; so do we. */
const RENEW_MS = 90_000
/** Less than this left is too little to travel. */
const USABLE_MS = 5_000
/** The library tries for 25 s; nobody here waits that long. */
const PATIENCE_MS = 10_000
/** The server's words for "this session is over"; anything else may be a proxy in trouble. */
const OVER = new Set(['refresh_token_not_found', 'refresh_token_already_used', 'session_expired', 'session_not_found', 'user_banned', 'user_not_found'])

const storageKey = (): string => `sb-${location.host}-auth-token`

let client: Promise<GoTrueClient> | null = null

/** The auth library's client; the first call loads it. */
export function auth(): Promise<GoTrueClient> {
  client ??= makeClient()
  client.catch(() => (client = null))
  return client
}

async function makeClient(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  return new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: storageKey(),
    storage: authStorage,
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    // Another provider's return with ?code= must not be taken for ours.
    detectSessionInUrl: false,
  })
}

/** The stored session as it lies there, expired or not; no network, no library. */
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

function isSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false
  return 'access_token' in value && 'refresh_token' in value && 'user' in value
}

/** A usable access token; a new one if the stored one is about to end or is `refused`, which the server did not take. */
export async function accessToken(refused?: string): Promise<Access> {
  const stored = await storedSession()
  if (!stored) return { is: 'signed-out' }
  if (stored.access_token !== refused && timeLeft(stored) > RENEW_MS) return asAccess(stored)
  const renewed = await Promise.race([renew(refused), patience()])
  if (renewed.is !== 'unknown') return renewed
  return stored.access_token !== refused && timeLeft(stored) > USABLE_MS ? asAccess(stored) : renewed
}

async function renew(refused: string | undefined): Promise<Access> {
  const library = await auth().catch(() => null)
  if (!library) return { is: 'unknown' }
  const { data, error } = await library.refreshSession().catch((problem: unknown) => ({
    data: { session: null },
    error: { name: String(problem), code: undefined },
  }))
  if (data.session) return asAccess(data.session)
  // Whatever happened, another tab or the library itself may have settled it in the store.
  const stored = await storedSession()
  if (!stored) return { is: 'signed-out' }
  if (stored.access_token !== refused && timeLeft(stored) > RENEW_MS) return asAccess(stored)
  if (!error?.code || !OVER.has(error.code)) return { is: 'unknown' }
  await signOutLocal()
  return { is: 'signed-out' }
}

function patience(): Promise<Access> {
  return new Promise((resolve) => setTimeout(() => resolve({ is: 'unknown' }), PATIENCE_MS))
}

function timeLeft(session: StoredSession): number {
  return (session.expires_at ?? 0) * 1000 - now()
}

function asAccess(session: StoredSession): Access {
  return { is: 'token', token: session.access_token, exp: session.expires_at ?? 0 }
}

/** End the session on this device, also without a network; every tab hears of it. */
export async function signOutLocal(): Promise<void> {
  await (await auth()).signOut({ scope: 'local' })
}

/**
 * Tell when the person with this id has a new token ('signed-in') or is not signed in any more ('signed-out').
 * Returns how to stop; silent until the library is there.
 */
export function watchSession(userId: string, tell: (what: 'signed-in' | 'signed-out') => void): () => void {
  let stopped = false
  let stop = (): void => void (stopped = true)
  auth().then(
    (library) => {
      if (stopped) return
      const { data } = library.onAuthStateChange((event, session) => {
        if (event === 'SIGNED_OUT' || (session && session.user.id !== userId)) tell('signed-out')
        else if (session && (event === 'SIGNED_IN' || event === 'TOKEN_REFRESHED')) tell('signed-in')
      })
      stop = () => data.subscription.unsubscribe()
    },
    () => undefined,
  )
  return () => stop()
}
