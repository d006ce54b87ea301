// Renews a session. This module does it instead of the auth library, because the library retries for 25 s,
// then caches a failure for a minute, and treats any 4xx as the end of the session, even a proxy's 404.
import { serverFetch } from '../server-fetch'
import { serverNow } from '../../lib/time/clock'
import {
  expiryOf,
  isSession,
  replaceSession,
  storageKey,
  storedSession,
  type StoredSession,
} from './session-store'
import { authStorage } from './storage'

/** The error codes with which the auth server reports that the session is over. */
const OVER = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_expired',
  'session_not_found',
  'user_banned',
  'user_not_found',
  'validation_failed',
])
/**
 * The time limit of all attempts of a renewal together. If the library renews, it is the limit of each
 * attempt, and the library repeats them for up to 30 s.
 */
const PATIENCE_MS = 10_000
/** The time limit of any other request of the library. */
const WATCHDOG_MS = 45_000
/**
 * The pause before the first retry, as the specification requires. It doubles with each retry. The caller
 * waits during all pauses, so there are only a few.
 */
const PAUSE_MS = 200
const MAX_PAUSE_MS = 800

/** 'unknown': the server could not be reached, or did not give a usable response. */
type Renewal = 'renewed' | 'over' | 'unknown'

/** The running renewals, by refresh token, because a later sign-in creates another session. */
const running = new Map<string, Promise<Renewal>>()

/**
 * Renews and stores the session. Concurrent calls for one session share one request. Two tabs get the same
 * session from the server.
 */
export function renewSession(session: StoredSession): Promise<Renewal> {
  const { refresh_token } = session
  const renewal = running.get(refresh_token) ?? renew(session).finally(() => running.delete(refresh_token))
  running.set(refresh_token, renewal)
  return renewal
}

/** The library renews a token that expires within this time before it uses it. */
const LIBRARY_MARGIN_MS = 90_000

/**
 * Prepares the library's sign-out. The library needs a token only to notify the server, but would try for
 * 30 s to renew an expired one. So this renews it, or removes the session if that fails.
 */
export async function renewOrRemoveSession(): Promise<void> {
  const session = await storedSession()
  if (!session || expiryOf(session) - serverNow() > LIBRARY_MARGIN_MS) return
  if ((await renewSession(session)) !== 'renewed') await authStorage.removeItem(storageKey())
}

async function renew(session: StoredSession): Promise<Renewal> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  for (let pause = PAUSE_MS; ; pause *= 2) {
    const renewal = await tryToRenew(session, signal)
    if (renewal !== 'unknown' || pause > MAX_PAUSE_MS || signal.aborted || !navigator.onLine) return renewal
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function tryToRenew(session: StoredSession, signal: AbortSignal): Promise<Renewal> {
  let response: Response
  let answer: unknown
  try {
    response = await serverFetch(`${location.origin}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
      signal,
      cache: 'no-store',
    })
    answer = await response.json()
  } catch {
    return 'unknown'
  }
  if (!response.ok) return isOver(answer) ? 'over' : 'unknown'
  if (!isSession(answer)) return 'unknown'
  await replaceSession(session, answer)
  return 'renewed'
}

function isOver(answer: unknown): boolean {
  return OVER.has(String((answer as { code?: unknown } | null)?.code))
}

/**
 * The library's fetch. Turns a 4xx of a refresh into 503 unless its code is in `OVER`, so that the library
 * does not end the session. Limits the time, because a browser waits minutes for a silent server.
 */
export async function authFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = input instanceof Request ? input.url : String(input)
  const isRefresh = address.includes('grant_type=refresh_token')
  const signal = AbortSignal.timeout(isRefresh ? PATIENCE_MS : WATCHDOG_MS)
  const response = await serverFetch(input, { ...init, signal })
  const isRejected = isRefresh && response.status >= 400 && response.status < 500
  if (!isRejected) return response
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return isOver(answer) ? response : new Response(null, { status: 503 })
}
