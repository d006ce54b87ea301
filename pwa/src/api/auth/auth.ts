// The session's API for the rest of the app. Loads the auth library when it is first needed.
import type { GoTrueClient } from '@supabase/auth-js'

import { afterFirstPaint } from '../../lib/first-paint'
import { accessToken, onSessionOver } from './access-token'
import { storageKey } from './session-store'
import { authStorage } from './storage'

export { accessToken, type Access, holdScreens, onSessionLoss } from './access-token'
export { needsSecondFactor, storedSession, type StoredSession } from './session-store'

const loadLibrary = () => import('./library-client')

let client: Promise<GoTrueClient> | null = null

/** The auth library's client; the first call loads it. */
export function auth(): Promise<GoTrueClient> {
  client ??= loadLibrary().then((it) => it.createClient())
  client.catch(() => (client = null))
  return client
}

/**
 * Ends the session on this device, even without a network. The library notifies every tab, unless it cannot be
 * loaded.
 */
export async function signOutLocal(): Promise<void> {
  const library = await auth().catch(() => null)
  // `accessToken` reports the loss of the removed session.
  const remove = () => authStorage.removeItem(storageKey()).then(() => accessToken())
  await (library ? library.signOut({ scope: 'local' }) : remove())
}

onSessionOver(signOutLocal)

const NEW_TOKEN = new Set(['SIGNED_IN', 'TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED'])

/**
 * Calls `notify` when this user has a new token ('signed-in') or is no longer signed in ('signed-out').
 * Returns a function that unsubscribes. Makes no calls until the library has loaded.
 */
export function subscribeSession(
  userId: string,
  notify: (what: 'signed-in' | 'signed-out') => void,
): () => void {
  let stop: (() => void) | null = () => (stop = null)
  afterFirstPaint(auth)().then(
    (library) => {
      if (stop === null) return
      const { data } = library.onAuthStateChange((event, session) => {
        if (event === 'SIGNED_OUT' || (session && session.user.id !== userId)) notify('signed-out')
        else if (session && NEW_TOKEN.has(event)) notify('signed-in')
      })
      stop = () => data.subscription.unsubscribe()
    },
    () => undefined,
  )
  return () => stop?.()
}
