// Renewing a session. Not left to the library: it tries for 25 s, then remembers a failure for a minute, and takes any
// 4xx, a proxy's 404 included, for the end of the session.
import { askServer } from '../server-fetch'
import { isSession, replaceSession, type StoredSession } from './session-store'

/** The auth server's words for "this session is over". */
const OVER = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_expired',
  'session_not_found',
  'user_banned',
  'user_not_found',
  'validation_failed',
])
/** For all tries together. */
const PATIENCE_MS = 10_000
/** 1§9: before each further try, twice as long each time; whoever asked waits as long, so there are few. */
const PAUSE_MS = 200
const LONGEST_MS = 800

/** 'unknown': nobody could be asked, or who answered was in trouble. */
type Renewal = 'renewed' | 'over' | 'unknown'

let running: Promise<Renewal> | null = null

/** Renew the session and store it; at most once at a time. Two tabs may do it at once: the server gives both the same. */
export function renewSession(session: StoredSession): Promise<Renewal> {
  running ??= renew(session).finally(() => (running = null))
  return running
}

async function renew(session: StoredSession): Promise<Renewal> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  for (let pause = PAUSE_MS; ; pause *= 2) {
    const renewal = await tryToRenew(session, signal)
    if (renewal !== 'unknown' || pause > LONGEST_MS || signal.aborted || !navigator.onLine) return renewal
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function tryToRenew(session: StoredSession, signal: AbortSignal): Promise<Renewal> {
  let response: Response
  let answer: unknown
  try {
    response = await askServer(`${location.origin}/auth/v1/token?grant_type=refresh_token`, {
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
  return typeof answer === 'object' && answer !== null && 'code' in answer && OVER.has(String(answer.code))
}

/** The library's fetch: a refused refresh that is not the auth server's word reaches it as trouble, not as the end. */
export async function carefulFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await askServer(input, init)
  const address = input instanceof Request ? input.url : String(input)
  const refused = response.status >= 400 && response.status < 500 && address.includes('grant_type=refresh_token')
  if (!refused) return response
  const answer: unknown = await response.clone().json().catch(() => null)
  return isOver(answer) ? response : new Response(null, { status: 503 })
}
