// The typed HTTP client: adds the bearer token, renews it once when refused, and gives up after 45 s.
import createClient from 'openapi-fetch'

import { accessToken } from './access'
import type { paths } from './schema.gen'

const WATCHDOG_MS = 45_000

/** A call could not be made or was not answered. 'timeout': it was sent, and what became of it is unknown. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  constructor(readonly why: 'network' | 'timeout' | 'signed-out') {
    super(`No answer: ${why}`)
  }
}

async function signedFetch(request: Request): Promise<Response> {
  const access = await accessToken()
  if (access.is === 'signed-out') throw new NoAnswer('signed-out')
  if (access.is === 'unknown') throw new NoAnswer('network')
  const again = request.clone()
  const response = await send(request, access.token)
  if (response.status !== 401) return response
  const renewed = await accessToken(access.token)
  return renewed.is === 'token' ? send(again, renewed.token) : response
}

async function send(request: Request, token: string): Promise<Response> {
  request.headers.set('Authorization', `Bearer ${token}`)
  try {
    return await fetch(request, { signal: AbortSignal.timeout(WATCHDOG_MS), cache: 'no-store' })
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    throw new NoAnswer(timedOut ? 'timeout' : 'network')
  }
}

/** Calls reject with `NoAnswer`; every answer of the server, also an error, resolves. */
export const api = createClient<paths>({
  ...('location' in globalThis ? { baseUrl: location.origin } : {}),
  fetch: signedFetch,
})
