// Challenges and verifies a second factor.
import type { Refusal } from './error-text'
import { type Outcome, tried } from './call-library'

/** Creates a challenge for a factor. A phone receives its text message now. */
export async function challenge(factorId: string): Promise<{ id: string } | { refusal: Refusal }> {
  let id = ''
  const refusal = await tried(async (client) => {
    const { data, error } = await client.mfa.challenge({ factorId })
    id = data?.id ?? ''
    return error
  })
  return refusal === null ? { id } : { refusal }
}

/** Verifies a code of the factor, or a recovery code if the factor is verified already. */
export function prove(factorId: string, challengeId: string, code: string): Promise<Outcome> {
  return tried(async (client) => (await client.mfa.verify({ factorId, challengeId, code })).error)
}

/** Challenges an authenticator app and verifies its code at once, because an app needs no message. */
export async function proveApp(factorId: string, code: string): Promise<Outcome> {
  const asked = await challenge(factorId)
  return 'refusal' in asked ? asked.refusal : prove(factorId, asked.id, code)
}
