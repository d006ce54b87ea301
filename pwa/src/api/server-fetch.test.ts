// Tests of the requests to our server.
import { afterEach, expect, it, vi } from 'vitest'

import { restoreOffset, serverNow } from '../lib/time/clock'
import { serverFetch } from './server-fetch'

const HOUR_MS = 3_600_000

afterEach(() => {
  vi.unstubAllGlobals()
  restoreOffset(0)
})

async function fetchWith(headers: Record<string, string>, status = 200): Promise<number> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status, headers })))
  await serverFetch('/rest/v1/clients')
  const deviceNow = Date.now()
  return Math.round((serverNow() - deviceNow) / HOUR_MS)
}

it('CK1 stores the time of our server', async () => {
  expect(await fetchWith({ 'X-Server-Time': String(Date.now() + 5 * HOUR_MS) })).toBe(5)
})

it.each([200, 302, 401, 503])('CK1 ignores the time of a proxy or a captive portal (%i)', async (status) => {
  expect(await fetchWith({ Date: 'Thu, 01 Jan 1970 00:00:09 GMT' }, status)).toBe(0)
})
