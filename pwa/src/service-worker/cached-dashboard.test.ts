// The page with the cached dashboard: for its own user and while its rows are unchanged; otherwise only the
// shell.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { authStorage } from '../api/auth/storage'
import { storageKey } from '../api/auth/session-store'
import { cacheDashboard, positionsOf } from '../db/cached-dashboard'
import type { StreamRow } from '../db/rows/replica'
import { Replica } from '../db/schema'
import { showsCachedDashboard, withCachedDashboard } from './cached-dashboard'

const STYLES = '/assets/index-1.css'
const SHELL = `<!doctype html><html lang="en"><head><script defer src="/assets/start-1.js"></script><link rel="stylesheet" href="${STYLES}"></head><body><div id="root"></div></body></html>`
const CONTENT = '<main>$1 & 91</main>'
const DELAYED_START =
  '<link rel="preload" as="script" href="/assets/start-1.js"><script defer src="/after-picture.js" data-start="/assets/start-1.js"></script>'
const WITH_DASHBOARD = SHELL.replace(
  '<script defer src="/assets/start-1.js"></script>',
  DELAYED_START,
).replace('"root">', () => `"root"><div inert class="contents">${CONTENT}</div>`)

const ANA = 'ana'
const READY: StreamRow = {
  s: 'c:c1',
  e: 'k1',
  cursor: 7,
  at: 'at-7',
  mode: 'ready',
  load: 'load-1',
  loading: null,
}

let replica: Replica
beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://app.example/'))
  replica = new Replica(ANA)
  await replica.streams.put(READY)
  await signIn(ANA)
  await cacheFor()
})
afterEach(async () => {
  await replica.delete()
  await authStorage.removeItem(storageKey())
  vi.unstubAllGlobals()
})

async function cacheFor(theme: string | null = null, styles = STYLES): Promise<void> {
  await cacheDashboard(replica, {
    positions: await positionsOf(replica.streams),
    styles,
    theme,
    html: CONTENT,
  })
}
function signIn(id: string, user: object = {}): Promise<void> {
  return authStorage.setItem(
    storageKey(),
    JSON.stringify({ access_token: 'a.e30.c', refresh_token: 'r', user: { id, ...user } }),
  )
}
async function page(): Promise<string> {
  const headers = {
    'Content-Type': 'text/html',
    'Content-Encoding': 'gzip',
    'Content-Security-Policy': "default-src 'none'",
  }
  const answer = await withCachedDashboard(new Response(SHELL, { headers }))
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'text/html',
    'content-security-policy': "default-src 'none'",
  })
  return answer.text()
}

test('CL13 a signed-in user sees the cached dashboard before the app starts', async () => {
  expect(await page()).toBe(WITH_DASHBOARD)
})

test('the cached dashboard has the chosen theme', async () => {
  await cacheFor('dark')
  expect(await page()).toBe(WITH_DASHBOARD.replace('<html ', '<html data-theme="dark" '))
})

test.each<[string, () => Promise<unknown>]>([
  ['no user is signed in', () => authStorage.removeItem(storageKey())],
  ['another user is signed in', () => signIn('somebody-else')],
  ['the second factor is missing', () => signIn(ANA, { factors: [{ status: 'verified' }] })],
  ['a row has changed since', () => replica.streams.update('c:c1', { cursor: 8 })],
  ['a stream was removed', () => replica.streams.delete('c:c1')],
  ['the rows were deleted', () => replica.meta.clear()],
  ['it was rendered with another stylesheet', () => cacheFor(null, '/assets/index-0.css')],
])('CL13 serves only the shell if %s', async (_when, happens) => {
  await happens()
  expect(await page()).toBe(SHELL)
})

test('a cached dashboard is not stored if its rows have changed meanwhile', async () => {
  const positions = await positionsOf(replica.streams)
  await replica.meta.clear()
  await replica.streams.update('c:c1', { cursor: 8 })
  await cacheDashboard(replica, { positions, styles: STYLES, theme: null, html: CONTENT })
  expect(await replica.meta.count()).toBe(0)
})

test.each([
  ['/dashboard', true],
  ['/dashboard?view=analytics', false],
  ['/dashboard/messaging', false],
  ['/auth', false],
])('%s shows the cached dashboard: %s', (path, expected) => {
  expect(showsCachedDashboard(new URL(path, 'https://app.example'))).toBe(expected)
})
