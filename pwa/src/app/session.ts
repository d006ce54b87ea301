// Who is signed in on this device. Starts from what is stored, never from the network.
import { auth, type StoredSession, storedSession } from '../api/auth'
import { makeStore, type Readable } from '../lib/store'
import { unsentWork } from './unsent-work'

export interface Person {
  id: string
  email: string
}

export type Session =
  | { is: 'reading' }
  | { is: 'signed-out'; unsent: number }
  | { is: 'signed-in'; person: Person }

const store = makeStore<Session>({ is: 'reading' })
export const session: Readable<Session> = store

/** While the person's own sign-out runs, the library's SIGNED_OUT is its echo and no surprise. */
let leaving = false

/** Reads the stored session; decides the first screen. */
export async function readSession(): Promise<void> {
  const stored = await storedSession()
  if (store.get().is === 'reading') store.set(stored === null ? signedOut() : signedIn(stored))
}

/**
 * Follows the auth library, which loads lazily: sign-in and refusal come from there. Offline with an expired
 * token it knows nothing for a while; only its SIGNED_OUT means that the session is over.
 */
export async function followAuth(): Promise<void> {
  const client = await auth()
  client.onAuthStateChange((event, next) => {
    if (leaving) return
    if (next !== null) store.set(signedIn(next))
    // Outside the library's callback, which must return before the library is asked again.
    else if (event === 'SIGNED_OUT') setTimeout(() => void sessionEnded(), 0)
  })
}

/** Runs the person's own sign-out; afterwards nobody is signed in, whatever happened on the way. */
export async function leaveBy(work: () => Promise<void>): Promise<void> {
  leaving = true
  try {
    await work()
    store.set(signedOut())
  } finally {
    leaving = false
  }
}

/** The session ended without the person asking: rows go, unsent work stays locked for the same person. */
async function sessionEnded(): Promise<void> {
  const before = store.get()
  if (before.is !== 'signed-in') return
  const { lockDevice } = await import('./device')
  await lockDevice(before.person.id)
  store.set(signedOut())
}

function signedIn(stored: Pick<StoredSession, 'user'>): Session {
  return { is: 'signed-in', person: { id: stored.user.id, email: stored.user.email ?? '' } }
}

function signedOut(): Session {
  return { is: 'signed-out', unsent: unsentWork.total() }
}
