// Challenges and verifies a second factor.
import type { AuthError } from './error-text'
import { type Outcome, callLibrary } from './call-library'

/** Creates a challenge for a factor. If the factor is a phone, this sends the text message with the code. */
export async function challenge(factorId: string): Promise<{ id: string } | { authError: AuthError }> {
  let id = ''
  const authError = await callLibrary(async (client) => {
    const { data, error } = await client.mfa.challenge({ factorId })
    id = data?.id ?? ''
    return error
  })
  return authError === null ? { id } : { authError }
}

/** Verifies a code of the factor, or a recovery code if the factor is verified already. */
export function verify(factorId: string, challengeId: string, code: string): Promise<Outcome> {
  return callLibrary(async (client) => (await client.mfa.verify({ factorId, challengeId, code })).error)
}

/** Challenges an authenticator app and verifies its code at once, because an app needs no message. */
export async function verifyApp(factorId: string, code: string): Promise<Outcome> {
  const challenged = await challenge(factorId)
  return 'authError' in challenged ? challenged.authError : verify(factorId, challenged.id, code)
}
