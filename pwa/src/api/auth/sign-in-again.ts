// Signs an admin in again without leaving the screen. Only a session of the same admin replaces the stored
// one, because any other session would close the screens.
import type { Session } from '@supabase/auth-js'

import { serverFetch } from '../server-fetch'
import { auth, needsSecondFactor } from './auth'
import { createSeparateClient } from './library-client'

export type SignedInAgain =
  | 'signed-in'
  /** The server rejected the sign-in or did not respond. */
  | 'failed'
  | 'no-admin'
  | 'another-admin'

/** `userId` is the user who was signed in before. Never rejects. */
export async function signInAgain(email: string, password: string, userId: string): Promise<SignedInAgain> {
  try {
    const separate = createSeparateClient()
    const { data } = await separate.signInWithPassword({ email: email.trim(), password })
    if (data.session === null) return 'failed'
    const result = await resultOf(data.session, userId)
    if (result === 'signed-in')
      return (await (await auth()).setSession(data.session)).error === null ? 'signed-in' : 'failed'
    await separate.signOut({ scope: 'local' })
    return result
  } catch {
    return 'failed'
  }
}

/**
 * Checks whether a new session belongs to an admin, and to the same one as before. The same user counts as
 * signed in before the second factor, because the server does not report a role until then.
 */
async function resultOf(session: Session, userId: string): Promise<Exclude<SignedInAgain, 'failed'>> {
  const isSame = session.user.id === userId
  if (isSame && needsSecondFactor(session)) return 'signed-in'
  const headers = { Authorization: `Bearer ${session.access_token}` }
  const response = await serverFetch(`${location.origin}/rest/v1/clients?limit=1`, {
    headers,
    cache: 'no-store',
  })
  const answer: unknown = response.ok ? await response.json() : null
  const isAdmin = typeof answer === 'object' && answer !== null && 'rows' in answer
  if (!isAdmin) return 'no-admin'
  return isSame ? 'signed-in' : 'another-admin'
}
