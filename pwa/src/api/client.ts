// The typed HTTP client: adds the bearer token, renews it once when refused, and gives up after 45 s.
import type { Client } from 'openapi-fetch'

import { steady } from '../lib/clock'
import { accessToken } from './auth/access-token'
import { askServer } from './server-fetch'
import type { paths } from './schema.gen'

const WATCHDOG_MS = 45_000
const AT_ONCE_MS = 1_000

/** A call could not be made or was not answered. 'timeout': it was sent, and what became of it is unknown. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** `unsent`: it cannot have reached the server. */
  constructor(
    readonly why: 'network' | 'timeout' | 'signed-out',
    readonly unsent = false,
  ) {
    super(`No answer: ${why}`)
  }
}

let viewing: string | null = null

/** From now on `api` asks with this token: as an admin who views what a client sees, and can do nothing. Null ends that. */
export function viewWith(token: string | null): void {
  viewing = token
}

/** An answer whose whole body has come. */
interface Whole {
  response: Response
  text: string
}

/** For what is no JSON. `userId` as `accessToken` takes it. Rejects with `NoAnswer`. */
export async function signedFetch(request: Request, userId?: string): Promise<Whole> {
  const access = await accessToken(undefined, userId)
  if (access.is === 'signed-out') throw new NoAnswer('signed-out')
  if (access.is === 'unknown') throw new NoAnswer('network', true)
  const again = request.clone()
  const answer = await send(request, access.token)
  if (answer.response.status !== 401) return answer
  const renewed = await accessToken(access.token, userId)
  return renewed.is === 'token' ? send(again, renewed.token) : answer
}

/** Asks with this token alone. Rejects with `NoAnswer`. */
export async function send(request: Request, token: string): Promise<Whole> {
  request.headers.set('Authorization', `Bearer ${token}`)
  const began = steady()
  let isUnsent = !navigator.onLine
  try {
    const response = await askServer(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(WATCHDOG_MS)]), cache: 'no-store' })
    isUnsent = false
    // Read here: the line can fail between the beginning of an answer and its end.
    return { response, text: await response.text() }
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    // That the browser knows of no network is a hint. Without one a request fails at once, and a slow one went somewhere.
    throw new NoAnswer(timedOut ? 'timeout' : 'network', isUnsent && !navigator.onLine && steady() - began < AT_ONCE_MS)
  }
}

type Part = string | number | boolean
type Init = RequestInit & { params?: { path?: Record<string, Part>; query?: Record<string, Part | null | undefined> }; body?: unknown }
type Reply = { data?: unknown; error?: unknown; response: Response }

/** JSON in, JSON out. Of the library only its types are here: all that it can do would be a tenth of this chunk. */
async function call(isOwn: boolean, userId: string | undefined, method: string, path: string, { params, body, ...more }: Init = {}): Promise<Reply> {
  const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params?.path?.[name])))
  const url = new URL(address, location.origin)
  for (const [name, value] of Object.entries(params?.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  const headers = new Headers(more.headers)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const request = new Request(url, { ...more, ...sent, method, headers })
  const { response, text } = await (isOwn || viewing === null ? signedFetch(request, userId) : send(request, viewing))
  let said: unknown
  try {
    said = response.ok && text === '' ? undefined : JSON.parse(text)
  } catch {
    // Not our server's: a captive portal says "ok" to everything.
    if (response.ok) throw new NoAnswer('network')
    said = text
  }
  return response.ok ? { data: said, response } : { error: said, response }
}

type Doors = Pick<Client<paths>, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>

function doors(isOwn: boolean, userId?: string): Doors {
  const names = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  return Object.fromEntries(names.map((name) => [name, (path: string, init?: Init) => call(isOwn, userId, name, path, init)])) as unknown as Doors
}

/** For screens. Calls reject with `NoAnswer`; every answer of the server, also an error, resolves. */
export const api = doors(false)

/** For what goes on whatever is on the screen: as the signed-in person always. */
export const ownApi = doors(true)

/** For what is one person's, whoever is signed in by then: as that person, or as nobody (`signed-out`). */
export const apiOf = (userId: string): Doors => doors(true, userId)
