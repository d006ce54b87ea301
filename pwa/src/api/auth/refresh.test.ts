// Tests of the auth library's requests to a server that does not respond.
import { afterEach, expect, it, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' }))

import { authFetch } from './refresh'

const SECOND = 1_000

afterEach(() => void vi.restoreAllMocks())

it.each([
  ['logout?scope=local', 45 * SECOND],
  ['token?grant_type=password', 45 * SECOND],
  ['token?grant_type=refresh_token', 10 * SECOND],
])('gives up %s after %i ms without a response', async (path, ms) => {
  const end = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal)
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal?: AbortSignal }) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('silent', 'TimeoutError')))
    })
  })
  const sent = authFetch(`https://portal.example/auth/v1/${path}`, { method: 'POST' })
  end.abort()
  await expect(sent).rejects.toThrow('silent')
  expect(timeout).toHaveBeenCalledExactlyOnceWith(ms)
})
