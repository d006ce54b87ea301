// Proves that this browser made the newest request for an email, so that the server accepts no password of a
// stranger who requested one.
import { uuid4 } from '../../lib/ids/uuid4'
import { authStorage } from './storage'
import { storageKey } from './session-store'

/**
 * Returns the verifier of the newest pending request. The auth library stores one verifier for each request,
 * the newest last. It deletes the verifier of a failed request, and then the previous one is the newest again.
 *
 * Returns a new verifier, which proves nothing, if this browser made no request or cannot read its storage.
 * A verifier must be sent, because without one the server assumes another kind of client and may accept a
 * stranger's password.
 */
export async function codeVerifier(): Promise<string> {
  const index = await stored(`${storageKey()}-flows-code-verifier`)
  const newest: unknown = Array.isArray(index) ? index.at(-1) : null
  const verifier =
    typeof newest === 'string' ? await stored(`${storageKey()}-flow-${newest}-code-verifier`) : null
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
