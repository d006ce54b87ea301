// Whether a plain request gets a response of our server.
import { serverFetch } from './server-fetch'

const WITHIN_MS = 8_000

/**
 * Rejects if there is no response. A captive portal responds to everything with a page, so the response must be
 * our server's.
 */
export async function serverResponds(): Promise<boolean> {
  const signal = AbortSignal.timeout(WITHIN_MS)
  const response = await serverFetch('/health/live', { cache: 'no-store', signal })
  const body: unknown = response.ok ? await response.json() : null
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
}
