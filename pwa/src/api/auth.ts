// The session for everybody else: the auth library, loaded when it is needed, and tokens that are fit to travel.
import type { GoTrueClient } from '@supabase/auth-js'

import { now } from '../lib/clock'
import { authStorage } from './auth-storage'
import { carefulFetch, renewSession } from './refresh'
import { storageKey, storedSession, type StoredSession } from './session-store'

export { storedSession, type StoredSession } from './session-store'

export type Access =
  /** `exp` in unix seconds by the server's clock. */
  | { is: 'token'; token: string; exp: number }
  | { is: 'signed-out' }
  /** There is a session, but no usable token and no way to get one now. Not signed out. */
  | { is: 'unknown' }

/** A token with less than this left is renewed. */
const RENEW_MS = 90_000
/** Less than this left is too little to travel. */
const USABLE_MS = 5_000

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
    // Tokens are renewed by `accessToken`, when somebody needs one.
    autoRefreshToken: false,
    persistSession: true,
    // Another provider's return with ?code= must not be taken for ours.
    detectSessionInUrl: false,
    fetch: carefulFetch,
  })
}

/** A usable access token; a new one if the stored one is about to end or is `refused`, which the server did not take. */
export async function accessToken(refused?: string): Promise<Access> {
  const stored = await storedSession()
  if (!stored) return { is: 'signed-out' }
  if (isFit(stored, refused, RENEW_MS)) return asAccess(stored)
  const renewal = await renewSession(stored)
  if (renewal === 'over') {
    await signOutLocal()
    return { is: 'signed-out' }
  }
  // What lies there now may be ours or another tab's.
  const current = await storedSession()
  if (!current) return { is: 'signed-out' }
  return isFit(current, refused, USABLE_MS) ? asAccess(current) : { is: 'unknown' }
}

function isFit(session: StoredSession, refused: string | undefined, leftMs: number): boolean {
  return session.access_token !== refused && (session.expires_at ?? 0) * 1000 - now() > leftMs
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
