// Who is signed in on this device. Starts from what is stored, never from the network.
import { auth, isHalf, signOutLocal, type StoredSession, storedSession, whenSessionTurns } from '../../api/auth/auth'
import { makeStore, type Readable } from '../../lib/store'
import { unsentWork } from '../device/unsent-work'

export interface Person {
  id: string
  email: string
}

export type Session =
  | { is: 'reading' }
  | { is: 'signed-out'; unsent: number }
  /** The first factor was right, the second is still to come: nothing is open yet. */
  | { is: 'half'; unsent: number; person: Person }
  /** `mustEnrol`: the server wants a second factor of this person, and there is none yet. */
  | { is: 'signed-in'; person: Person; mustEnrol: boolean }
  /** Between the two: nothing may read the replica any more. */
  | { is: 'leaving'; person: Person }

type Lock = (userId: string) => Promise<void>

const store = makeStore<Session>({ is: 'reading' })
export const session: Readable<Session> = store
/** A person who forgot their password has come back by mail: they choose a new one before anything else. */
const recovering = makeStore(false)
export const recovery: Readable<boolean> = recovering
/** Their address is confirmed, but no password of theirs came with it: they choose one before anything else. */
const lacking = makeStore(false)
export const lacksPassword: Readable<boolean> = lacking

/** Reads the stored session; decides the first screen. */
export async function readSession(): Promise<void> {
  const stored = await storedSession().catch(() => null)
  if (store.get().is === 'reading') store.set(stored === null ? signedOut() : stateOf(stored))
}

/**
 * Follows the auth library, which loads lazily: sign-in and refusal come from there. Offline with an expired
 * token it knows nothing for a while; only its SIGNED_OUT means that the session is over. `lock` then takes the
 * person's rows off the device; unsent work stays for the same person. `mustEnrol` asks the server why it takes no
 * token of a session that goes on.
 */
export async function followAuth(lock: Lock, mustEnrol: () => Promise<boolean>): Promise<void> {
  whenSessionTurns((turn, stored) => {
    if (turn === 'half') follow(stored, lock)
    else void ask(mustEnrol)
  })
  const client = await auth()
  client.onAuthStateChange((event, next) => {
    const before = store.get()
    if (event === 'SIGNED_OUT') {
      recovering.set(false)
      // Later: the library's callback must return before the library is asked again.
      if (before.is === 'signed-in') setTimeout(() => void leaveBy(() => lock(before.person.id)), 0)
      else store.set(signedOut())
    } else if (next !== null) {
      if (event === 'PASSWORD_RECOVERY') recovering.set(true)
      follow(next, lock)
    }
  })
}

/** The session is `next` from now on; whoever else was inside, or had come further, leaves nothing open behind. */
function follow(next: StoredSession, lock: Lock): void {
  const before = store.get()
  const state = stateOf(next)
  if (before.is === 'leaving') return
  if (before.is !== 'signed-in' || (state.is === 'signed-in' && state.person.id === before.person.id)) {
    store.set(state)
    return
  }
  screensClose()
  void lock(before.person.id).finally(() => store.set(state))
}

let asking = false

async function ask(mustEnrol: () => Promise<boolean>): Promise<void> {
  if (asking) return
  asking = true
  const must = await mustEnrol().catch(() => false)
  asking = false
  const before = store.get()
  if (must && before.is === 'signed-in') store.set({ ...before, mustEnrol: true })
}

/** The new password is set, or not wanted any more. */
export function recovered(): void {
  recovering.set(false)
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

function stateOf(stored: StoredSession): Session & { is: 'half' | 'signed-in' } {
  lacking.set(needsPassword(stored.user))
  const person = { id: stored.user.id, email: stored.user.email ?? '' }
  return isHalf(stored) ? { is: 'half', unsent: unsentWork.total(), person } : { is: 'signed-in', person, mustEnrol: false }
}

/** A session that was stored long ago may say nothing of it. */
function needsPassword({ app_metadata }: { app_metadata?: Record<string, unknown> }): boolean {
  return app_metadata?.['needs_password'] === true
}

function signedOut(): Session {
  return { is: 'signed-out', unsent: unsentWork.total() }
}
