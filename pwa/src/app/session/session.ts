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
import { unsentWork } from './unsent-work'

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
  const stored = await currentSession()
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
    else if (event === 'PASSWORD_RECOVERY') recoveryStore.set(true)
    // A tab that was frozen receives events late, when the user may have signed in again in another tab.
    if (event === 'SIGNED_OUT' || next !== null)
      setSession(store.get().is === 'signed-in' ? await currentSession(next) : next, lock)
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

/** True while this tab locks or removes the data. Then the stored session is read. */
let isRemoving = false
/** The longest wait for the sign-out of another tab, which may report none. */
const MAX_WAIT_MS = 15_000

/**
 * Sets the session to `next`, null if no user is signed in. If another user was signed in, or `next` lacks the
 * second factor, first closes the screens and locks the previous user's data.
 */
function setSession(next: StoredSession | null, lock: Lock): void {
  const before = store.get()
  if (isRemoving || (before.is === 'leaving' && next !== null)) return
  const state = stateOf(next)
  if (before.is !== 'signed-in' || (state.is === 'signed-in' && state.user.id === before.user.id))
    store.set(state)
  else void removeData(() => lock(before.user.id))
}

/** Closes the screens, runs `work`, then continues with the stored session. */
async function removeData(work: () => Promise<void>): Promise<void> {
  isRemoving = true
  closeScreens()
  try {
    await work()
  } finally {
    await showStoredSession()
  }
}

/** Opens the screens of the stored session, unless an event has done so. */
async function showStoredSession(): Promise<void> {
  const stored = await currentSession()
  isRemoving = false
  if (store.get().is === 'leaving') store.set(stateOf(stored))
}

/** Locks the data and notifies the other tabs, because the session is no longer stored. */
function leaveLostSession(lock: Lock): void {
  if (isRemoving || !('user' in store.get())) return
  setSession(null, lock)
  void auth()
    // The user may have signed in again in another tab.
    .then(async (library) => (await currentSession()) ?? library.signOut({ scope: 'local' }))
    .catch(() => undefined)
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
  await removeData(async () => {
    try {
      await wipe()
    } finally {
      // The library reports the sign-out early, so the user can sign in again before it resolves.
      isRemoving = false
      await signOutLocal()
    }
  })
}

/** Closes the screens, because the replica is about to be deleted, here or in another tab. */
export function closeScreens(): void {
  const before = store.get()
  if (before.is !== 'signed-in') return
  store.set({ is: 'leaving', user: before.user })
  if (!isRemoving) setTimeout(() => isRemoving || void showStoredSession(), MAX_WAIT_MS)
}

function stateOf(stored: StoredSession | null): Session {
  const unsent = unsentWork.total()
  if (stored === null) return { is: 'signed-out', unsent }
  // An old stored session has no `app_metadata`.
  const { id, email = '', app_metadata } = stored.user as Partial<StoredSession['user']> & { id: string }
  lacksPasswordStore.set(app_metadata?.['needs_password'] === true)
  const user = { id, email }
  return needsSecondFactor(stored)
    ? { is: 'needs-second-factor', unsent, user }
    : { is: 'signed-in', user, mustEnrol: false }
}
