// The stored dashboard for the next start: complete, of the right user, and without text that becomes false.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cachedDashboard, type CachedDashboard } from '../../db/cached-dashboard'
import { Replica } from '../../db/schema'
import { deleteReplica, lockReplica } from '../../db/wipe'
import type { SyncStatus } from '../../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { readyStream } from '../../testing/sync/replicas'
import { startCachingDashboard } from './cache-dashboard'

const PAGE = `
  <header><span class="dot"></span><span role="status">Up to date</span></header>
  <main><dd>91</dd><time datetime="2026-11-20T09:00:00Z">5 min ago</time><img src="blob:x"><iframe></iframe></main>`

let n = 0
let replica: Replica
let stop: () => void
beforeEach(async () => {
  vi.useFakeTimers()
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/index-1.css">'
  document.body.innerHTML = `<div id="root">${PAGE}</div>`
  history.replaceState(null, '', '/dashboard')
  replica = new Replica(`kept-${(n += 1)}`)
  await waited(replica.streams.put(readyStream('c:c1')))
})
afterEach(async () => {
  stop()
  delete document.documentElement.dataset['theme']
  await waited(replica.delete())
  vi.useRealTimers()
})

/** The result of an operation on the store. Advances timers, because the store waits for them. */
async function waited<T>(work: PromiseLike<T>): Promise<T> {
  const waiting = new Set([work])
  void work.then(() => waiting.clear())
  while (waiting.size > 0) await vi.advanceTimersByTimeAsync(1)
  return work
}
function watch(status = LIVE_CLIENT): void {
  const sync = fakeSync(status)
  stop = startCachingDashboard({ userId: 'u1', replica, sync }, document)
}
async function cached(): Promise<CachedDashboard | null> {
  await vi.advanceTimersByTimeAsync(3_000)
  return waited(cachedDashboard(replica.name.replace('portal-u', '')))
}

test('stores the shown dashboard, with a timestamp instead of status and relative times', async () => {
  document.documentElement.dataset['theme'] = 'dark'
  watch()
  const picture = await cached()
  expect(picture).toMatchObject({ styles: '/assets/index-1.css', theme: 'dark' })
  document.body.innerHTML = picture?.html ?? ''
  expect(document.body.textContent.replace(/\s+/g, ' ').trim()).toMatch(
    /^As of [A-Z]\w\w, Nov 2[12], 2026, \d+:\d\d [AP]M 91[A-Z]\w\w, Nov (?:19|20), 2026, \d+:\d\d [AP]M$/,
  )
  expect(document.querySelectorAll('.dot, img, iframe')).toHaveLength(0)
})

test('invalidates the stored dashboard once a row has changed, and stores it again after a delay', async () => {
  watch()
  const first = await cached()
  await waited(replica.streams.update('c:c1', { cursor: 9 }))
  expect(await waited(cachedDashboard(`kept-${n}`))).toBeNull()
  document.querySelector('dd')?.replaceChildren('92')
  const next = await cached()
  expect([first?.html.includes('91'), next?.html.includes('92')]).toEqual([true, true])
})

test('stores the page when it is hidden, and nothing after the screen is closed', async () => {
  watch()
  await cached()
  document.querySelector('dd')?.replaceChildren('put away')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect((await cached())?.html).toContain('put away')
  stop()
  document.querySelector('dd')?.replaceChildren('later')
  document.dispatchEvent(new Event('visibilitychange'))
  await waited(replica.meta.count())
  expect((await cached())?.html).toContain('put away')
})

const at = (path: string) => history.replaceState(null, '', path)
test.each<[string, SyncStatus, () => void]>([
  ['an admin’s dashboard', LIVE_ADMIN, vi.fn()],
  ['a device that was never up to date', { ...LIVE_CLIENT, as_of: null }, vi.fn()],
  ['a session that has ended', { ...LIVE_CLIENT, link: { is: 'locked' } }, vi.fn()],
  ['another view', LIVE_CLIENT, () => at('/dashboard?view=analytics')],
  ['another screen', LIVE_CLIENT, () => at('/dashboard/messaging')],
  [
    'a dashboard that is still loading',
    LIVE_CLIENT,
    () => document.querySelector('dd')?.classList.add('animate-shimmer'),
  ],
  [
    'a dashboard under a dialog',
    LIVE_CLIENT,
    () => document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>'),
  ],
])('stores nothing for %s', async (_what, status, happens) => {
  happens()
  watch(status)
  expect(await cached()).toBeNull()
})

test('deletes the stored dashboard when the rows are locked or deleted, and creates no database to read it', async () => {
  watch()
  expect(await cached()).not.toBeNull()
  stop()
  await waited(lockReplica(replica))
  expect(await cached()).toBeNull()
  await waited(deleteReplica(replica))
  expect(await cached()).toBeNull()
  expect((await waited(indexedDB.databases())).map(({ name }) => name)).not.toContain(replica.name)
})
