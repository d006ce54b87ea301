// Creates clients of the auth library. Loaded on demand.
import { GoTrueClient, type SignOut } from '@supabase/auth-js'

import { deviceTime } from '../../lib/time/clock'
import { authStorage } from './storage'
import { authFetch, renewOrRemoveSession } from './refresh'
import { expiryOf, sessionIn, storageKey } from './session-store'

/**
 * The storage for the auth library. Converts `expires_at`, because the library compares it with the device's
 * clock.
 */
const libraryStorage = {
  ...authStorage,
  async getItem(key: string): Promise<string | null> {
    const text = await authStorage.getItem(key)
    const session = key === storageKey() ? sessionIn(text) : null
    return session === null
      ? text
      : JSON.stringify({ ...session, expires_at: Math.floor(deviceTime(expiryOf(session)) / 1000) })
  },
}

class SharedClient extends GoTrueClient {
  override async signOut(options?: SignOut): ReturnType<GoTrueClient['signOut']> {
    if (options?.scope === 'local') await renewOrRemoveSession()
    return super.signOut(options)
  }
}

/** The shared client, which `auth()` caches. */
export function createClient(): GoTrueClient {
  return new SharedClient({
    url: `${location.origin}/auth/v1`,
    storageKey: storageKey(),
    storage: libraryStorage,
    flowType: 'pkce',
    // `accessToken` renews tokens when one is needed.
    autoRefreshToken: false,
    persistSession: true,
    // The library must not use the ?code= of another provider's callback.
    detectSessionInUrl: false,
    fetch: authFetch,
  })
}

/** A separate client. Its session is not stored, and no tab is notified of it. */
export function createSeparateClient(): GoTrueClient {
  const url = `${location.origin}/auth/v1`
  return new GoTrueClient({
    url,
    storageKey: `${storageKey()}-beside`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    fetch: authFetch,
  })
}
