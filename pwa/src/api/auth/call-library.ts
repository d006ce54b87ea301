// Calls the auth service through its library and returns its error, or null.
import type { GoTrueClient } from '@supabase/auth-js'

import { auth } from './auth'
import { NO_CONNECTION, type AuthError } from './error-text'

const loadReadError = () => import('./read-error')

export type Outcome = AuthError | null

/** Runs `work`, which resolves with the library's error or with nothing. Never rejects. */
export async function callLibrary(work: (client: GoTrueClient) => Promise<unknown>): Promise<Outcome> {
  try {
    const error = await work(await auth())
    return error === null || error === undefined ? null : await read(error)
  } catch (error) {
    return read(error)
  }
}

/** Converts an error. The converting module is loaded over the same network, so its load may fail too. */
function read(error: unknown): Promise<AuthError> {
  return loadReadError().then(
    (it) => it.authErrorOf(error),
    () => ({ code: 'no-connection', message: NO_CONNECTION }),
  )
}
