// Makes clients of the auth library; loaded when somebody needs one.
import { GoTrueClient } from '@supabase/auth-js'

import { deviceTime } from '../../lib/clock'
import { authStorage } from './storage'
import { carefulFetch } from './refresh'
import { expiryOf, sessionIn, storageKey } from './session-store'

/** The storage as the auth library sees it, which compares `expires_at` with the device's clock. */
const libraryStorage = {
  ...authStorage,
  async getItem(key: string): Promise<string | null> {
    const text = await authStorage.getItem(key)
    const session = key === storageKey() ? sessionIn(text) : null
    return session === null ? text : JSON.stringify({ ...session, expires_at: Math.floor(deviceTime(expiryOf(session)) / 1000) })
  },
}

/** The client for everybody; `auth()` keeps it. */
export function makeClient(): GoTrueClient {
  return new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: storageKey(),
    storage: libraryStorage,
    flowType: 'pkce',
    // Tokens are renewed by `accessToken`, when somebody needs one.
    autoRefreshToken: false,
    persistSession: true,
    // Another provider's return with ?code= must not be taken for ours.
    detectSessionInUrl: false,
    fetch: carefulFetch,
  })
}

/** A client of its own whose session nobody stores and no tab hears of. */
export function clientBeside(): GoTrueClient {
  const url = `${location.origin}/auth/v1`
  return new GoTrueClient({ url, storageKey: `${storageKey()}-beside`, autoRefreshToken: false, persistSession: false, detectSessionInUrl: false, fetch: carefulFetch })
}
