// Calls the auth service through its library and returns its error, or null.
import type { GoTrueClient } from '@supabase/auth-js'

import { auth } from './auth'
import { NO_CONNECTION, type Refusal } from './error-text'

export type Outcome = Refusal | null

/** Runs `work`, which resolves with the library's error or with nothing. Never rejects. */
export async function tried(work: (client: GoTrueClient) => Promise<unknown>): Promise<Outcome> {
  try {
    const error = await work(await auth())
    return error === null || error === undefined ? null : await read(error)
  } catch (error) {
    return read(error)
  }
}

/** The module that reads errors is loaded over the same network, so its load may fail too. */
function read(error: unknown): Promise<Refusal> {
  return import('./read-error').then(
    (it) => it.refusalOf(error),
    () => ({ code: 'no-connection', message: NO_CONNECTION }),
  )
}
