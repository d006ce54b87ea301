// One question to the sign-in service through its library: what is wrong, or null.
import type { GoTrueClient } from '@supabase/auth-js'

import { auth } from './auth'
import { type Refusal, refusalOf } from './refusal'

export type Outcome = Refusal | null

/** `work` resolves with the library's error, or with nothing. */
export async function tried(work: (client: GoTrueClient) => Promise<unknown>): Promise<Outcome> {
  try {
    const error = await work(await auth())
    return error === null || error === undefined ? null : refusalOf(error)
  } catch (error) {
    return refusalOf(error)
  }
}
