// A sign-out with an expired token, with a server that responds and with one that does not.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' }))

import { tokenOf } from '../../testing/tokens'
import { auth, signOutLocal, storedSession } from './auth'
import { authStorage } from './storage'

const AUTH = 'https://portal.example/auth/v1'
const HOUR = 3_600
const now = Math.floor(Date.now() / 1000)

const session = (name: string, seconds: number) => ({
  access_token: tokenOf(name, now + seconds),
  refresh_token: `refresh ${name}`,
  token_type: 'bearer',
  expires_in: HOUR,
  expires_at: now + seconds,
  user: { id: 'u1' },
})

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const notified = vi.fn()

beforeAll(async () => {
  const library = await auth()
  library.onAuthStateChange(notified)
  // Otherwise the library would renew the first test's session for this event.
  await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('INITIAL_SESSION', null))
})
beforeEach(async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', server)
  await authStorage.setItem('sb-portal.example-auth-token', JSON.stringify(session('old', -HOUR)))
})
afterEach(() => {
  vi.restoreAllMocks()
  server.mockReset()
  notified.mockReset()
})

const requests = () =>
  server.mock.calls.map(([url, init]) => [
    url.replace(AUTH, ''),
    new Headers(init.headers).get('Authorization'),
  ])

it('ends with the first attempt of a renewal that reaches its time limit', async () => {
  const end = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal)
  server.mockImplementation(() => {
    end.abort()
    return Promise.reject(new DOMException('silent', 'TimeoutError'))
  })
  await signOutLocal()
  expect(await storedSession()).toBeNull()
  expect(notified).toHaveBeenLastCalledWith('SIGNED_OUT', null)
  expect(timeout.mock.calls).toEqual([[10_000]])
  expect(requests()).toEqual([['/token?grant_type=refresh_token', null]])
})

it('revokes the session on the server with a renewed token', async () => {
  const renewed = session('new', HOUR)
  server.mockImplementation((url) =>
    Promise.resolve(url.includes('/token') ? Response.json(renewed) : new Response(null, { status: 204 })),
  )
  await signOutLocal()
  expect(await storedSession()).toBeNull()
  expect(notified).toHaveBeenLastCalledWith('SIGNED_OUT', null)
  expect(requests()).toEqual([
    ['/token?grant_type=refresh_token', null],
    ['/logout?scope=local', `Bearer ${renewed.access_token}`],
  ])
})

it('removes the session and reports its loss, although the library cannot be loaded', async () => {
  vi.resetModules()
  vi.doMock('./library-client', () => Promise.reject(new Error('no network')))
  const page = await import('./auth')
  const lost = vi.fn()
  page.onSessionLoss(lost)
  await page.signOutLocal()
  vi.doUnmock('./library-client')
  expect(await page.storedSession()).toBeNull()
  expect(lost.mock.calls).toEqual([[null]])
  expect(server).not.toHaveBeenCalled()
})
