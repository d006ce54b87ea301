// Proof that this browser made the newest request for a mail: what a stranger has asked for carries no password here.
import { authStorage } from './auth-storage'
import { storageKey } from './session-store'

/**
 * The auth library keeps a verifier for each of its pending requests, the newest last. It forgets that of a request that
 * failed, and then the one before counts again. Null if there is none, or the storage cannot be read.
 */
export async function codeVerifier(): Promise<string | null> {
  const index = await stored(`${storageKey()}-flows-code-verifier`)
  const newest: unknown = Array.isArray(index) ? index.at(-1) : null
  const verifier = typeof newest === 'string' ? await stored(`${storageKey()}-flow-${newest}-code-verifier`) : null
  return typeof verifier === 'string' ? (verifier.split('/')[0] ?? null) : null
}

async function stored(key: string): Promise<unknown> {
  try {
    return JSON.parse((await authStorage.getItem(key)) ?? 'null')
  } catch {
    return null
  }
}
