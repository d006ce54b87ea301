// Tokens that are fit to travel, from the stored session: for the page and for the service worker, without the library.
import { serverNow } from '../../lib/clock'
import { expiryOf, isHalf, storedSession, type StoredSession } from './session-store'

export type Access =
  /** `exp` in unix seconds by the server's clock. */
  | { is: 'token'; token: string; exp: number }
  /** Nobody is, or not who was asked for. */
  | { is: 'signed-out' }
  /** There is a session, but no usable token and no way to get one now, or half a sign-in. Not signed out. */
  | { is: 'unknown' }

/** A token with less than this left is renewed. */
const RENEW_MS = 90_000
/** Less than this left is too little to travel. */
const USABLE_MS = 5_000

/** Who signs out, when the server says that the session is over; the service worker leaves it to the next page. */
let signOut = (): Promise<void> => Promise.resolve()

export function whenSessionIsOver(does: () => Promise<void>): void {
  signOut = does
}

let holders = 0

/** As long as nobody calls what is returned, a session that is over ends no screen: whoever is here may sign in again in place. */
export function holdScreens(): () => void {
  holders += 1
  return () => void (holders -= 1)
}

/** 'half': the second factor is still to come. 'refused': the server did not take a token, and there is a new one now. */
export type Turn = 'half' | 'refused'

/** The page hears when its session is worth less than it was; the service worker does not care. */
type Turned = (turn: Turn, session: StoredSession) => void
let turned: Turned = () => undefined

export function whenSessionTurns(does: Turned): void {
  turned = does
}

/**
 * A usable access token; a new one if the stored one is about to end or is `refused`, which the server did not take.
 * What is one person's work names them by `userId`: somebody else's session is none to it.
 */
export async function accessToken(refused?: string, userId?: string): Promise<Access> {
  const stored = await sessionOf(userId)
  if (!stored) return { is: 'signed-out' }
  if (isHalf(stored)) return half(stored)
  if (isFit(stored, refused, RENEW_MS)) return asAccess(stored)
  // Loaded when a token ends; without a network it may not be there, as the server is not.
  const renewal = await import('./refresh').then((it) => it.renewSession(stored), () => 'unknown' as const)
  if (renewal === 'over') {
    if (holders === 0) await signOut()
    return { is: 'signed-out' }
  }
  // What lies there now may be ours or another tab's, and of another person.
  const current = await sessionOf(userId)
  if (!current) return { is: 'signed-out' }
  if (isHalf(current)) return half(current)
  if (!isFit(current, refused, USABLE_MS)) return { is: 'unknown' }
  if (refused !== undefined) turned('refused', current)
  return asAccess(current)
}

async function sessionOf(userId: string | undefined): Promise<StoredSession | null> {
  const session = await storedSession()
  return userId === undefined || session?.user.id === userId ? session : null
}

function half(session: StoredSession): Access {
  turned('half', session)
  return { is: 'unknown' }
}

function isFit(session: StoredSession, refused: string | undefined, leftMs: number): boolean {
  return session.access_token !== refused && expiryOf(session) - serverNow() > leftMs
}

function asAccess(session: StoredSession): Access {
  return { is: 'token', token: session.access_token, exp: expiryOf(session) / 1000 }
}
