// Signing in again in place: only the same admin's session is stored; nothing of another user's remains.
import { beforeEach, expect, test, vi } from 'vitest'

import { tokenOf } from '../../testing/tokens'

const ORIGIN = 'https://portal.example'
const KEY = 'sb-portal.example-auth-token'
const LATER = Math.floor(Date.now() / 1000) + 3600
// The library decodes the signature too, so it must be valid base64.
const READABLE = tokenOf('new', LATER).replace(/x$/, 'eA')
const FACTOR = [{ id: 'f1', status: 'verified' }]

const requests: string[] = []
let answers: Record<string, () => Response>

vi.stubGlobal('location', { host: 'portal.example', origin: ORIGIN })
vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
  const { pathname } = new URL(input)
  requests.push(`${init.method ?? 'GET'} ${pathname}`)
  const answer = answers[pathname]
  return answer === undefined ? Promise.reject(new TypeError('network')) : Promise.resolve(answer())
})

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const signedIn = (id: string, factors: unknown[] = []) => {
  const user = { id, factors }
  const session = {
    access_token: READABLE,
    refresh_token: 'r2',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: LATER,
    user,
  }
  answers['/auth/v1/token'] = json(session)
  answers['/auth/v1/user'] = json(user)
  answers['/auth/v1/logout'] = () => new Response(null, { status: 204 })
}

async function again() {
  vi.resetModules()
  const { authStorage } = await import('./storage')
  await authStorage.setItem(
    KEY,
    JSON.stringify({ access_token: tokenOf('dead', LATER), refresh_token: 'dead', user: { id: 'ana' } }),
  )
  const { signInAgain } = await import('./sign-in-again')
  const outcome = await signInAgain(' ana@x.example ', 'secret', 'ana')
  const stored = JSON.parse((await authStorage.getItem(KEY)) ?? '{}') as { refresh_token: string }
  return [outcome, stored.refresh_token]
}

beforeEach(() => {
  requests.length = 0
  answers = {}
})

const ADMIN = json({ rows: [], next: null })
const CLIENT = json({ data: { id: 'c1' } })
const NO_ROLE = json({ data: null, code: 'PGRST116' })

test.each([
  ['the same admin', 'ana', ADMIN, 'signed-in', 'r2'],
  ['the same user, who is no longer an admin', 'ana', CLIENT, 'no-admin', 'dead'],
  ['a client', 'maya', CLIENT, 'no-admin', 'dead'],
  ['an account without any role', 'ida', NO_ROLE, 'no-admin', 'dead'],
  ['another admin', 'ben', ADMIN, 'another-admin', 'dead'],
])('stores a new session only for the same admin: %s', async (_case, id, role, outcome, storedToken) => {
  signedIn(id)
  answers['/rest/v1/clients'] = role
  expect(await again()).toEqual([outcome, storedToken])
  expect(requests.includes('POST /auth/v1/logout')).toBe(outcome !== 'signed-in')
})

test('stores the session of an admin whose second factor is still missing', async () => {
  signedIn('ana', FACTOR)
  expect(await again()).toEqual(['signed-in', 'r2'])
  expect(requests).not.toContain('GET /rest/v1/clients')
})

test.each([
  [
    'the password is wrong',
    () => (answers['/auth/v1/token'] = json({ code: 'invalid_credentials', message: 'x' }, 400)),
  ],
  ['the server does not respond', () => undefined],
  ['the server does not return the role', () => signedIn('ana')],
])('changes nothing if %s', async (_case, arrange) => {
  arrange()
  expect(await again()).toEqual(['failed', 'dead'])
})
