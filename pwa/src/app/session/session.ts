// The session on this device. It is read from stored data at start, never from the network.
import {
  auth,
  needsSecondFactor,
  signOutLocal,
  type StoredSession,
  storedSession,
  onSessionLoss,
} from '../../api/auth/auth'
import { makeStore, type Readable } from '../../lib/store'
import { unsentWork } from '../device/unsent-work'

export interface SessionUser {
  id: string
  email: string
}

export type Session =
  | { is: 'reading' }
  | { is: 'signed-out'; unsent: number }
  /** The first factor is verified, and the second is missing. No data is accessible yet. */
  | { is: 'needs-second-factor'; unsent: number; user: SessionUser }
  /** `mustEnrol`: the server requires a second factor, and the user has none yet. */
  | { is: 'signed-in'; user: SessionUser; mustEnrol: boolean }
  /** Signing out: nothing may read the replica any more. */
  | { is: 'leaving'; user: SessionUser }

type Lock = (userId: string) => Promise<void>

const store = makeStore<Session>({ is: 'reading' })
export const session: Readable<Session> = store
/**
 * True if the user followed the link in the email for a forgotten password, and must choose a new password
 * first.
 */
const recoveryStore = makeStore(false)
export const recovery: Readable<boolean> = recoveryStore
/**
 * True if the user's email address is confirmed, but the user has no password yet and must choose one first.
 */
const lacksPasswordStore = makeStore(false)
export const lacksPassword: Readable<boolean> = lacksPasswordStore

/** Reads the stored session, which decides the first screen. */
export async function readSession(): Promise<void> {
  const stored = await storedSession().catch(() => null)
  if (store.get().is === 'reading') store.set(stateOf(stored))
}

/**
 * Follows the events of the auth library, which loads lazily. Offline with an expired token, the library
 * reports nothing for a while. If the stored session is no longer the user's, `lock` removes the user's rows
 * from the device, but not unsent work. If the server rejects a token of a valid session, `mustEnrol` is
 * called to find the reason.
 */
export async function followAuth(lock: Lock, mustEnrol: () => Promise<boolean>): Promise<void> {
  onSessionLoss((stored) => {
    if (stored === null) leaveLostSession(lock)
    else if (needsSecondFactor(stored)) setSession(stored, lock)
    else void checkMustEnrol(mustEnrol)
  })
  const client = await auth()
  // The library waits for this function, so `updateUser` resolves after `lacksPassword` has changed.
  client.onAuthStateChange(async (event, next) => {
    eventCount += 1
    if (event === 'SIGNED_OUT') recoveryStore.set(false)
    else if (next === null) return
    else if (event === 'PASSWORD_RECOVERY') recoveryStore.set(true)
    // A tab that was frozen receives events late, when the user may have signed in again in another tab.
    if (store.get().is === 'signed-in') setSession(await currentSession(next), lock)
    else setSession(next, lock)
  })
}

let eventCount = 0

/**
 * The stored session, or `unread` if it cannot be read. Reads it again if the library has reported an event
 * during the read.
 */
async function currentSession(unread: StoredSession | null = null): Promise<StoredSession | null> {
  const countBefore = eventCount
  const stored = await storedSession().catch(() => unread)
  return countBefore === eventCount ? stored : currentSession(unread)
}

let isLocking = false

/**
 * Sets the session to `next`, null if no user is signed in. If another user was signed in, or `next` lacks the
 * second factor, first closes the screens and locks the previous user's data.
 */
function setSession(next: StoredSession | null, lock: Lock): void {
  const before = store.get()
  // After the lock, the stored session is read.
  if (isLocking || (before.is === 'leaving' && next !== null)) return
  const state = stateOf(next)
  if (before.is !== 'signed-in' || (state.is === 'signed-in' && state.user.id === before.user.id))
    store.set(state)
  else void lockData(before.user.id, lock)
}

async function lockData(userId: string, lock: Lock): Promise<void> {
  isLocking = true
  closeScreens()
  try {
    await lock(userId)
  } finally {
    const stored = await currentSession()
    isLocking = false
    store.set(stateOf(stored))
  }
}

/** Locks the data and notifies the other tabs, because the session is no longer stored. */
function leaveLostSession(lock: Lock): void {
  if (store.get().is !== 'signed-in') return
  setSession(null, lock)
  void signOutLocal()
}

let isChecking = false

async function checkMustEnrol(mustEnrol: () => Promise<boolean>): Promise<void> {
  if (isChecking) return
  isChecking = true
  const checkedSession = store.get()
  const must = await mustEnrol().catch(() => false)
  isChecking = false
  const before = store.get()
  if (!must || before.is !== 'signed-in' || checkedSession.is !== 'signed-in') return
  // Another user may have signed in meanwhile.
  if (before.user.id === checkedSession.user.id) store.set({ ...before, mustEnrol: true })
}

/** Call when the new password is set or the user has cancelled. */
export function endRecovery(): void {
  recoveryStore.set(false)
}

/** Closes the screens, removes the data with `wipe`, and signs out, even if `wipe` fails. */
export async function wipeAndSignOut(wipe: () => Promise<void>): Promise<void> {
  closeScreens()
  try {
    await wipe()
  } finally {
    await signOutLocal()
    // The library reports the sign-out earlier, so the user may have signed in again.
    if (store.get().is === 'leaving') store.set(stateOf(null))
  }
}

/** Closes the screens, because the replica is about to be deleted, here or in another tab. */
export function closeScreens(): void {
  const before = store.get()
  if (before.is === 'signed-in') store.set({ is: 'leaving', user: before.user })
}

function stateOf(stored: StoredSession | null): Session {
  if (stored === null) return { is: 'signed-out', unsent: unsentWork.total() }
  lacksPasswordStore.set(needsPassword(stored.user))
  const user = { id: stored.user.id, email: stored.user.email ?? '' }
  return needsSecondFactor(stored)
    ? { is: 'needs-second-factor', unsent: unsentWork.total(), user }
    : { is: 'signed-in', user, mustEnrol: false }
}

/** False for an old stored session without this field. */
function needsPassword({ app_metadata }: { app_metadata?: Record<string, unknown> }): boolean {
  return app_metadata?.['needs_password'] === true
}
