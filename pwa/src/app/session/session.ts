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
  if (store.get().is === 'reading') store.set(stored === null ? signedOut() : stateOf(stored))
}

/**
 * Follows the events of the auth library, which loads lazily. Offline with an expired token, the library
 * reports nothing for a while. Only SIGNED_OUT means that the session is over. `lock` then removes the user's
 * rows from the device, but not unsent work. If the server rejects a token of a valid session, `mustEnrol` is
 * called to find the reason.
 */
export async function followAuth(lock: Lock, mustEnrol: () => Promise<boolean>): Promise<void> {
  onSessionLoss((stored) => {
    if (stored === null) leaveEndedSession(lock)
    else if (needsSecondFactor(stored)) setSession(stored, lock)
    else void checkMustEnrol(mustEnrol)
  })
  const client = await auth()
  client.onAuthStateChange((event, next) => {
    const before = store.get()
    if (event === 'SIGNED_OUT') {
      recoveryStore.set(false)
      // Deferred, because the library's callback must return before another call of the library.
      if (before.is === 'signed-in') setTimeout(() => leaveEndedSession(lock), 0)
      else store.set(signedOut())
    } else if (next !== null) {
      if (event === 'PASSWORD_RECOVERY') recoveryStore.set(true)
      setSession(next, lock)
    }
  })
}

/**
 * Sets the session to `next`. If another user was signed in, or `next` lacks the second factor, first closes
 * the screens and locks the previous user's data.
 */
function setSession(next: StoredSession, lock: Lock): void {
  const before = store.get()
  const state = stateOf(next)
  if (before.is === 'leaving') return
  if (before.is !== 'signed-in' || (state.is === 'signed-in' && state.user.id === before.user.id)) {
    store.set(state)
    return
  }
  closeScreens()
  void lock(before.user.id).finally(() => store.set(state))
}

/** Opens the sign-in screen, because the session has ended or is no longer stored. */
function leaveEndedSession(lock: Lock): void {
  const before = store.get()
  if (before.is === 'signed-in') void wipeAndSignOut(() => lock(before.user.id))
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
    store.set(signedOut())
  }
}

/** Closes the screens, because the replica is about to be deleted, here or in another tab. */
export function closeScreens(): void {
  const before = store.get()
  if (before.is === 'signed-in') store.set({ is: 'leaving', user: before.user })
}

function stateOf(stored: StoredSession): Session & { is: 'needs-second-factor' | 'signed-in' } {
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

function signedOut(): Session {
  return { is: 'signed-out', unsent: unsentWork.total() }
}
