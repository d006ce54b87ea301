// One question to the sign-in service through its library: what is wrong, or null.
import type { GoTrueClient } from '@supabase/auth-js'

import { auth } from './auth'
import { NO_CONNECTION, type Refusal } from './error-text'

export type Outcome = Refusal | null

/** `work` resolves with the library's error, or with nothing. */
export async function tried(work: (client: GoTrueClient) => Promise<unknown>): Promise<Outcome> {
  try {
    const error = await work(await auth())
    return error === null || error === undefined ? null : await read(error)
  } catch (error) {
    return read(error)
  }
}

/** What reads a refusal comes by the same network. */
function read(error: unknown): Promise<Refusal> {
  return import('./read-error').then(
    (it) => it.refusalOf(error),
    () => ({ code: 'no-connection', message: NO_CONNECTION }),
  )
}
