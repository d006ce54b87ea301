// Who is signed in on this device. Starts from what is stored, never from the network.
import { auth, signOutLocal, type StoredSession, storedSession } from '../api/auth'
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
  /** Between the two: nothing may read the replica any more. */
  | { is: 'leaving'; person: Person }

const store = makeStore<Session>({ is: 'reading' })
export const session: Readable<Session> = store

/** Reads the stored session; decides the first screen. */
export async function readSession(): Promise<void> {
  const stored = await storedSession().catch(() => null)
  if (store.get().is === 'reading') store.set(stored === null ? signedOut() : signedIn(stored))
}

/**
 * Follows the auth library, which loads lazily: sign-in and refusal come from there. Offline with an expired
 * token it knows nothing for a while; only its SIGNED_OUT means that the session is over. `lock` then takes the
 * person's rows off the device; unsent work stays for the same person.
 */
export async function followAuth(lock: (userId: string) => Promise<void>): Promise<void> {
  const client = await auth()
  client.onAuthStateChange((event, next) => {
    const before = store.get()
    if (event === 'SIGNED_OUT') {
      // Later: the library's callback must return before the library is asked again.
      if (before.is === 'signed-in') setTimeout(() => void leaveBy(() => lock(before.person.id)), 0)
      else store.set(signedOut())
    } else if (next !== null && before.is !== 'leaving') {
      store.set(signedIn(next))
    }
  })
}

/** Closes the screens, then takes data off the device by `wipe`; afterwards nobody is signed in, even if it fails. */
export async function leaveBy(wipe: () => Promise<void>): Promise<void> {
  screensClose()
  try {
    await wipe()
  } finally {
    await signOutLocal()
    store.set(signedOut())
  }
}

/** The replica is about to go, here or in another tab. */
export function screensClose(): void {
  const before = store.get()
  if (before.is === 'signed-in') store.set({ is: 'leaving', person: before.person })
}

function signedIn(stored: Pick<StoredSession, 'user'>): Session {
  return { is: 'signed-in', person: { id: stored.user.id, email: stored.user.email ?? '' } }
}

function signedOut(): Session {
  return { is: 'signed-out', unsent: unsentWork.total() }
}
