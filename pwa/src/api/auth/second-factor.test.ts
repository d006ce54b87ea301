// Sessions whose second factor is missing.
import { beforeEach, expect, test, vi } from 'vitest'

import { tokenOf } from '../../testing/tokens'
import type { StoredSession } from './auth'

const KEY = 'sb-portal.example-auth-token'
let answer: unknown = {}
const fetched = vi.fn()
vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' })
vi.stubGlobal('fetch', () => {
  fetched()
  return Promise.resolve(Response.json(answer))
})

const END = Math.floor(Date.now() / 1000) + 3600
const token = (aal: string, tag = '') => tokenOf('Ana', END, { aal, tag })
function session(aal: string, factors: string[], tag = ''): StoredSession {
  const factor = (status: string) => ({
    id: status,
    factor_type: 'totp',
    status,
    created_at: '',
    updated_at: '',
  })
  const user = {
    id: 'u1',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: '',
    factors: factors.map(factor),
  }
  return {
    access_token: token(aal, tag),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: END,
    user,
  } as StoredSession
}

async function fresh(stored: StoredSession) {
  vi.resetModules()
  const { authStorage } = await import('./storage')
  await authStorage.setItem(KEY, JSON.stringify(stored))
  const api = await import('./auth')
  const turns: string[] = []
  api.onSessionLoss((lost) =>
    turns.push(lost === null ? 'gone' : api.needsSecondFactor(lost) ? 'half' : 'rejected'),
  )
  return { ...api, turns }
}

beforeEach(() => {
  fetched.mockClear()
})

test.each([
  ['aal1', [], false],
  ['aal1', ['unverified'], false],
  ['aal1', ['verified'], true],
  ['aal2', ['verified'], false],
])('checks %s with factors %j for a missing second factor: %s', async (aal, factors, half) => {
  const { needsSecondFactor } = await fresh(session('aal1', []))
  expect(needsSecondFactor(session(aal, factors))).toBe(half)
})

test('returns no token for an aal1 session, and notifies the page', async () => {
  const { accessToken, turns } = await fresh(session('aal1', ['verified']))
  expect(await accessToken()).toEqual({ is: 'unknown' })
  expect(turns).toEqual(['half'])
  expect(fetched).not.toHaveBeenCalled()
})

test('refreshes a token that the server rejects after the removal of its factor into an aal1 session', async () => {
  const { accessToken, turns } = await fresh(session('aal2', ['verified']))
  answer = session('aal1', ['verified'], 'new')
  expect(await accessToken(token('aal2'))).toEqual({ is: 'unknown' })
  expect(turns).toEqual(['half'])
})

test('reports a rejected token even after it is refreshed', async () => {
  const { accessToken, turns } = await fresh(session('aal1', []))
  answer = session('aal1', [], 'new')
  expect(await accessToken(token('aal1'))).toMatchObject({ is: 'token', token: token('aal1', 'new') })
  expect(turns).toEqual(['rejected'])
})
