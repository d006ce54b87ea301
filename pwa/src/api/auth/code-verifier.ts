// Proof that this browser made the newest request for a mail: what a stranger has asked for carries no password here.
import { uuid4 } from '../../lib/uuid4'
import { authStorage } from './storage'
import { storageKey } from './session-store'

/**
 * The auth library keeps a verifier for each of its pending requests, the newest last. It forgets that of a request that
 * failed, and then the one before counts again.
 *
 * A browser that has made no request, or cannot read its storage, gets a new verifier, which proves nothing. Without any
 * the server takes a client of another kind for the one that signed up, and the password of a stranger would count.
 */
export async function codeVerifier(): Promise<string> {
  const index = await stored(`${storageKey()}-flows-code-verifier`)
  const newest: unknown = Array.isArray(index) ? index.at(-1) : null
  const verifier = typeof newest === 'string' ? await stored(`${storageKey()}-flow-${newest}-code-verifier`) : null
  const [own = ''] = typeof verifier === 'string' ? verifier.split('/') : []
  return own === '' ? `${uuid4()}-${uuid4()}` : own
}

async function stored(key: string): Promise<unknown> {
  try {
    return JSON.parse((await authStorage.getItem(key)) ?? 'null')
  } catch {
    return null
  }
}
