// The typed HTTP client. Adds the bearer token, renews it once if the server rejects it, and times out after
// 45 s.
import type { Client } from 'openapi-fetch'

import { steady } from '../lib/time/clock'
import { accessToken } from './auth/access-token'
import { getProof, PROOF_NEEDED } from './proof'
import { serverErrorOf } from './server-error'
import { serverFetch } from './server-fetch'
import type { paths } from './schema.gen'

const WATCHDOG_MS = 45_000
const AT_ONCE_MS = 1_000

/**
 * A request could not be sent or got no response. 'timeout': the request was sent, and its outcome is
 * unknown.
 */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** `unsent`: the request cannot have reached the server. */
  constructor(
    readonly why: 'network' | 'timeout' | 'signed-out',
    readonly unsent = false,
  ) {
    super(`No answer: ${why}`)
  }
}

let viewToken: string | null = null

/**
 * Makes `api` send this read-only token, for an admin who views a client's screens. Null restores the user's
 * own token.
 */
export function viewWith(token: string | null): void {
  viewToken = token
}

/** A response with its complete body. */
interface FullResponse {
  response: Response
  text: string
}

/**
 * Sends a request with the session's token. `userId` has the same meaning as in `accessToken`. Rejects with
 * `NoAnswer`.
 */
export async function signedFetch(request: Request, userId?: string): Promise<FullResponse> {
  const access = await accessToken(undefined, userId)
  if (access.is === 'signed-out') throw new NoAnswer('signed-out')
  if (access.is === 'unknown') throw new NoAnswer('network', true)
  const retry = request.clone()
  const answer = await send(request, access.token)
  if (answer.response.status !== 401) return answer
  const renewed = await accessToken(access.token, userId)
  // If the renewal got no response, the session may still be valid, so do not return this 401.
  if (renewed.is === 'unknown') throw new NoAnswer('network')
  return renewed.is === 'token' ? send(retry, renewed.token) : answer
}

/** Sends a request with this token, without a renewal. Rejects with `NoAnswer`. */
export async function send(request: Request, token: string): Promise<FullResponse> {
  request.headers.set('Authorization', `Bearer ${token}`)
  const began = steady()
  let isUnsent = !navigator.onLine
  try {
    const response = await serverFetch(request, {
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(WATCHDOG_MS)]),
      cache: 'no-store',
    })
    isUnsent = false
    // Read the body here, because the connection can fail in the middle of a response.
    return { response, text: await response.text() }
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    // `navigator.onLine` is only a hint. Without a network a request fails at once, so a request that failed
    // later may have been sent.
    throw new NoAnswer(
      timedOut ? 'timeout' : 'network',
      isUnsent && !navigator.onLine && steady() - began < AT_ONCE_MS,
    )
  }
}

type Part = string | number | boolean
type Init = RequestInit & {
  params?: { path?: Record<string, Part>; query?: Record<string, Part | null | undefined> }
  body?: unknown
}
type Reply = { data?: unknown; error?: unknown; response: Response }

/**
 * Sends a call. If the server requires a recent proof of identity and the user gives one, sends the call
 * again.
 */
async function provedCall(...args: Parameters<typeof call>): Promise<Reply> {
  const reply = await call(...args)
  const [isOwn] = args
  if (isOwn || viewToken !== null || !needsProof(reply.error)) return reply
  return (await getProof()) ? call(...args) : reply
}

function needsProof(error: unknown): boolean {
  return serverErrorOf(error)?.code === PROOF_NEEDED
}

/**
 * Sends and returns JSON. Uses only the types of openapi-fetch, because that library's code would be a tenth
 * of this chunk.
 */
async function call(
  isOwn: boolean,
  userId: string | undefined,
  method: string,
  path: string,
  { params, body, ...more }: Init = {},
): Promise<Reply> {
  const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params?.path?.[name])),
  )
  const url = new URL(address, location.origin)
  for (const [name, value] of Object.entries(params?.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  const headers = new Headers(more.headers)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const request = new Request(url, { ...more, ...sent, method, headers })
  const { response, text } = await (isOwn || viewToken === null
    ? signedFetch(request, userId)
    : send(request, viewToken))
  let data: unknown
  try {
    data = response.ok && text === '' ? undefined : JSON.parse(text)
  } catch {
    // The response is not from our server: a captive portal returns 200 for every request, or 401 until the
    // user has signed in to the network.
    if (response.ok || response.status === 401) throw new NoAnswer('network')
    data = text
  }
  return response.ok ? { data, response } : { error: data, response }
}

type Endpoints = Pick<Client<paths>, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>

function endpoints(isOwn: boolean, userId?: string): Endpoints {
  const names = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  return Object.fromEntries(
    names.map((name) => [name, (path: string, init?: Init) => provedCall(isOwn, userId, name, path, init)]),
  ) as unknown as Endpoints
}

/**
 * For screens. Calls resolve with every response of the server, including errors, and reject with `NoAnswer`.
 */
export const api = endpoints(false)

/** For work that does not depend on the screen. Always sends the signed-in user's token. */
export const ownApi = endpoints(true)

/** For the work of one user. Rejects with `NoAnswer('signed-out')` if another user is signed in by then. */
export const apiOf = (userId: string): Endpoints => endpoints(true, userId)
