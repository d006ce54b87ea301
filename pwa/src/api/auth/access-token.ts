// Gets valid access tokens from the stored session, for the page and the service worker. Does not use the
// auth library.
import { serverNow } from '../../lib/time/clock'
import { expiryOf, needsSecondFactor, storedSession, type StoredSession } from './session-store'

export type Access =
  /** `exp` in unix seconds by the server's clock. */
  | { is: 'token'; token: string; exp: number }
  /** No user is signed in, or a user other than `userId`. */
  | { is: 'signed-out' }
  /**
   * The user is signed in, but has no usable token: it cannot be renewed now, or the second factor is missing.
   */
  | { is: 'unknown' }

const loadRefresh = () => import('./refresh')

/** A token that expires within this time is renewed. */
const RENEW_MS = 90_000
/** A token that expires within this time is not used, because it may expire before it reaches the server. */
const USABLE_MS = 5_000

/**
 * Signs out when the server reports that the session is over. The service worker leaves that to the next
 * page.
 */
let signOut = (): Promise<void> => Promise.resolve()

export function onSessionOver(handler: () => Promise<void>): void {
  signOut = handler
}

let holders = 0

/**
 * Prevents the sign-out at the end of the session until the returned function is called, because the user may
 * sign in again on the same screen.
 */
export function holdScreens(): () => void {
  holders += 1
  return () => void (holders -= 1)
}

/**
 * Called when the session has lost rights: it is no longer stored (null), its second factor is missing, or
 * the server rejected its former token. The service worker sets no handler.
 */
type LossHandler = (session: StoredSession | null) => void
let notifyLoss: LossHandler = () => undefined

export function onSessionLoss(handler: LossHandler): void {
  notifyLoss = handler
}

/**
 * Returns a usable access token. Renews the stored token if it is about to expire, or if it equals
 * `rejected`, which the server rejected. With `userId`, the session of any other user counts as signed out.
 */
export async function accessToken(rejected?: string, userId?: string): Promise<Access> {
  const stored = await sessionOf(userId)
  if (!stored) return { is: 'signed-out' }
  if (needsSecondFactor(stored)) return withoutToken(stored)
  if (isValid(stored, rejected, RENEW_MS)) return asAccess(stored)
  // This module is loaded only for a renewal. Without a network the import may fail, but then the server
  // cannot be reached either.
  const renewal = await loadRefresh().then(
    (it) => it.renewSession(stored),
    () => 'unknown' as const,
  )
  // If another tab has renewed the session or signed in again, the end of the former session is no reason to
  // sign out.
  const current = await sessionOf(userId)
  const isOver = renewal === 'over' && current?.refresh_token === stored.refresh_token
  if (isOver && holders === 0) await signOut()
  if (isOver || !current) return { is: 'signed-out' }
  if (needsSecondFactor(current)) return withoutToken(current)
  if (!isValid(current, rejected, USABLE_MS)) return { is: 'unknown' }
  if (rejected !== undefined) notifyLoss(current)
  return asAccess(current)
}

async function sessionOf(userId: string | undefined): Promise<StoredSession | null> {
  const session = await storedSession()
  if (session === null) notifyLoss(session)
  return userId === undefined || session?.user.id === userId ? session : null
}

function withoutToken(session: StoredSession): Access {
  notifyLoss(session)
  return { is: 'unknown' }
}

function isValid(session: StoredSession, rejected: string | undefined, leftMs: number): boolean {
  return session.access_token !== rejected && expiryOf(session) - serverNow() > leftMs
}

function asAccess(session: StoredSession): Access {
  return { is: 'token', token: session.access_token, exp: expiryOf(session) / 1000 }
}
