// The session without a network, and the effect of a rejected refresh.
import type { Session } from '@supabase/auth-js'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { tokenOf } from '../../testing/tokens'

const HOUR = 3_600
const START = Math.floor(Date.now() / 1000)
const KEY = 'sb-portal.example-auth-token'

/** The auth server's response to a refresh. */
let refresh: () => Promise<Response>
const refreshed = vi.fn()
vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' })
vi.stubGlobal('fetch', (...args: unknown[]) => {
  refreshed(...args)
  return refresh()
})

const access = (name: string, seconds = HOUR) => tokenOf(name, START + seconds)
const session = (name: string, seconds: number): Session => ({
  access_token: access(name, seconds),
  refresh_token: `refresh ${name}`,
  token_type: 'bearer',
  expires_in: HOUR,
  expires_at: START + seconds,
  user: { id: 'u1', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
})
const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(
      new Response(JSON.stringify(body), {
        status,
        headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
      }),
    )

async function fresh(stored: Session | null) {
  vi.resetModules()
  const { authStorage } = await import('./storage')
  if (stored) await authStorage.setItem(KEY, JSON.stringify(stored))
  else await authStorage.removeItem(KEY)
  return import('./auth')
}

const later = globalThis.setTimeout

beforeEach(() => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('setTimeout', later)
  refreshed.mockClear()
  refresh = json({}, 500)
})

describe('storedSession', () => {
  it('returns the stored session, even expired, without the network', async () => {
    const { storedSession } = await fresh(session('old', -HOUR))
    expect(await storedSession()).toMatchObject({ access_token: access('old', -HOUR), user: { id: 'u1' } })
    expect(refreshed).not.toHaveBeenCalled()
  })

  it('is null without a session', async () => {
    const { storedSession } = await fresh(null)
    expect(await storedSession()).toBeNull()
  })
})

describe('accessToken', () => {
  it('returns a valid token without the network', async () => {
    const { accessToken } = await fresh(session('good', HOUR))
    expect(await accessToken()).toMatchObject({ is: 'token', token: access('good') })
    expect(refreshed).not.toHaveBeenCalled()
  })

  it('refreshes a token that is about to expire or was rejected', async () => {
    for (const [stored, rejected] of [
      [session('ending', 30), undefined],
      [session('rejected', HOUR), access('rejected')],
    ] as const) {
      refresh = json(session('new', HOUR))
      const { accessToken } = await fresh(stored)
      expect(await accessToken(rejected)).toMatchObject({ is: 'token', token: access('new') })
    }
  })

  it('is signed out only without a session or if the server ended it', async () => {
    const none = await fresh(null)
    expect(await none.accessToken()).toEqual({ is: 'signed-out' })
    refresh = json({ code: 'refresh_token_not_found', message: 'gone' }, 400)
    const over = await fresh(session('dead', HOUR))
    expect(await over.accessToken(access('dead'))).toEqual({ is: 'signed-out' })
    expect(await over.storedSession()).toBeNull()
  })

  it('MU4 is signed out for another user’s session, and ends no session', async () => {
    const { accessToken, storedSession } = await fresh(session('good', HOUR))
    expect(await accessToken(undefined, 'u1')).toMatchObject({ is: 'token', token: access('good') })
    expect(await accessToken(access('good'), 'u2')).toEqual({ is: 'signed-out' })
    expect(await storedSession()).not.toBeNull()
    expect(refreshed).not.toHaveBeenCalled()
  })

  it('MU4 is signed out if the session becomes another user’s during a refresh', async () => {
    const { accessToken } = await fresh(session('old', -HOUR))
    const { authStorage } = await import('./storage')
    refresh = async () => {
      await authStorage.setItem(KEY, JSON.stringify({ ...session('of u2', HOUR), user: { id: 'u2' } }))
      return json(session('new', HOUR))()
    }
    expect(await accessToken(undefined, 'u1')).toEqual({ is: 'signed-out' })
  })

  it('MU4 keeps the session of a later sign-in when the former one’s late refresh is rejected', async () => {
    const { accessToken, storedSession } = await fresh(session('former', -HOUR))
    const { authStorage } = await import('./storage')
    let reject: () => void = () => undefined
    refresh = () =>
      new Promise((resolve) => {
        reject = () => void json({ code: 'session_not_found', message: 'gone' }, 403)().then(resolve)
      })
    const late = accessToken(undefined, 'u1')
    await vi.waitFor(() => expect(refreshed).toHaveBeenCalledTimes(1))
    const later = { ...session('later', -HOUR), user: { id: 'u2' } }
    await authStorage.setItem(KEY, JSON.stringify(later))
    const rejectFormer = reject
    refresh = json({ ...session('renewed', HOUR), user: { id: 'u2' } })
    expect(await accessToken(undefined, 'u2')).toMatchObject({ is: 'token', token: access('renewed') })
    rejectFormer()
    expect(await late).toEqual({ is: 'signed-out' })
    expect(await storedSession()).toMatchObject({ user: { id: 'u2' }, refresh_token: 'refresh renewed' })
  })

  it('leaves the screens open while the user can sign in again in place', async () => {
    refresh = json({ code: 'refresh_token_not_found', message: 'gone' }, 400)
    const { accessToken, holdScreens, storedSession } = await fresh(session('dead', HOUR))
    const release = holdScreens()
    expect(await accessToken(access('dead'))).toEqual({ is: 'signed-out' })
    expect(await storedSession()).not.toBeNull()
    release()
    expect(await accessToken(access('dead'))).toEqual({ is: 'signed-out' })
    expect(await storedSession()).toBeNull()
  })

  it.each([
    ['no network', () => Promise.reject(new TypeError('no network'))],
    ['a server in trouble', json({ code: 'unavailable' }, 503)],
    ['a proxy without a clue', () => Promise.resolve(new Response('Not Found', { status: 404 }))],
    ['too many requests', json({ code: 'over_request_rate_limit' }, 429)],
    ['a captive portal', () => Promise.resolve(new Response('<p>Welcome</p>'))],
  ] as const)('is unknown, not signed out: %s', async (_case, answer) => {
    refresh = answer
    const { accessToken, storedSession } = await fresh(session('old', -HOUR))
    expect(await accessToken()).toEqual({ is: 'unknown' })
    expect(await storedSession()).not.toBeNull()
    refresh = json(session('new', HOUR))
    expect(await accessToken()).toMatchObject({ is: 'token', token: access('new') })
  })

  it('1§9 retries after 200 ms, doubles the delay each time, and gives up', async () => {
    const pauses: unknown[] = []
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('setTimeout', (does: () => void, ms?: number) => {
      if (ms !== undefined && ms >= 200) pauses.push(ms)
      return later(does, 0)
    })
    const troubles = [Promise.reject(new TypeError('no network')), json({}, 503)(), json({}, 502)()]
    troubles[0]?.catch(() => undefined)
    refresh = () => troubles.shift() ?? json(session('new', HOUR))()
    const { accessToken } = await fresh(session('old', -HOUR))
    expect(await accessToken()).toMatchObject({ is: 'token', token: access('new') })
    expect(pauses).toEqual([200, 400, 800])
    refreshed.mockClear()
    refresh = json({}, 503)
    const still = await fresh(session('old', -HOUR))
    expect(await still.accessToken()).toEqual({ is: 'unknown' })
    expect(refreshed).toHaveBeenCalledTimes(4)
    refreshed.mockClear()
    vi.stubGlobal('navigator', { onLine: false })
    expect(await still.accessToken()).toEqual({ is: 'unknown' })
    expect(refreshed).toHaveBeenCalledTimes(1)
    vi.stubGlobal('navigator', { onLine: true })
    pauses.length = 0
    refresh = json({ code: 'refresh_token_not_found', message: 'gone' }, 400)
    expect(await still.accessToken()).toEqual({ is: 'signed-out' })
    expect(pauses).toEqual([])
  })

  it('uses a token that is still valid if the refresh fails', async () => {
    refresh = () => Promise.reject(new TypeError('no network'))
    const { accessToken } = await fresh(session('ending', 30))
    expect(await accessToken()).toMatchObject({ is: 'token', token: access('ending', 30) })
  })

  it('shares one refresh among concurrent callers', async () => {
    refresh = json(session('new', HOUR))
    const { accessToken } = await fresh(session('old', -HOUR))
    const all = await Promise.all([accessToken(), accessToken(), accessToken()])
    expect(new Set(all.map((one) => (one.is === 'token' ? one.token : one.is)))).toEqual(
      new Set([access('new')]),
    )
    expect(refreshed).toHaveBeenCalledTimes(1)
  })

  it('does not restore a session that ended during its refresh', async () => {
    const { accessToken, storedSession } = await fresh(session('old', -HOUR))
    const { authStorage } = await import('./storage')
    refresh = async () => {
      await authStorage.removeItem(KEY)
      return json(session('new', HOUR))()
    }
    expect(await accessToken()).toEqual({ is: 'signed-out' })
    expect(await storedSession()).toBeNull()
  })
})

describe('replaceSession', () => {
  it('does not restore a session that ends at the same time', async () => {
    const before = session('old', -HOUR)
    const { storedSession } = await fresh(before)
    const { replaceSession } = await import('./session-store')
    const { authStorage } = await import('./storage')
    await Promise.all([replaceSession(before, session('new', HOUR)), authStorage.removeItem(KEY)])
    expect(await storedSession()).toBeNull()
  })
})

describe('the library', () => {
  it('does not accept a proxy’s response as the auth server’s', async () => {
    refresh = () => Promise.resolve(new Response('Not Found', { status: 404 }))
    const { authFetch: carefulFetch } = await import('./refresh')
    const refreshUrl = 'https://portal.example/auth/v1/token?grant_type=refresh_token'
    expect((await carefulFetch(refreshUrl)).status).toBe(503)
    expect((await carefulFetch('https://portal.example/auth/v1/user')).status).toBe(404)
    refresh = json({ code: 'refresh_token_already_used' }, 400)
    expect((await carefulFetch(refreshUrl)).status).toBe(400)
  })
})
