// A second factor is asked, and proves the person.
import type { Refusal } from './error-text'
import { type Outcome, tried } from './call-library'

/** Asks a factor; a phone gets its text message now. */
export async function challenge(factorId: string): Promise<{ id: string } | { refusal: Refusal }> {
  let id = ''
  const refusal = await tried(async (client) => {
    const { data, error } = await client.mfa.challenge({ factorId })
    id = data?.id ?? ''
    return error
  })
  return refusal === null ? { id } : { refusal }
}

/** A code of the factor, or a recovery code for one that is verified. */
export function prove(factorId: string, challengeId: string, code: string): Promise<Outcome> {
  return tried(async (client) => (await client.mfa.verify({ factorId, challengeId, code })).error)
}

/** The same for an app, which needs no message before. */
export async function proveApp(factorId: string, code: string): Promise<Outcome> {
  const asked = await challenge(factorId)
  return 'refusal' in asked ? asked.refusal : prove(factorId, asked.id, code)
}
