// Checks whether a plain HTTP request gets a response from our server.
import { serverFetch } from './server-fetch'

const WITHIN_MS = 8_000

/**
 * Rejects if there is no response. Checks the body, because a captive portal responds to every request with a
 * page of its own.
 */
export async function serverResponds(): Promise<boolean> {
  const signal = AbortSignal.timeout(WITHIN_MS)
  const response = await serverFetch('/health/live', { cache: 'no-store', signal })
  const body: unknown = response.ok ? await response.json() : null
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
}
