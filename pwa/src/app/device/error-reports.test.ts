// Reports to the server: each failure once, with a gap between reports, and old unsent work.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { fakeSync, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { waitingMessage } from '../../testing/rows/rows'

type SentReport = { what: string; outbox?: { waiting: number; oldest_s: number } }
const post = vi.hoisted(() => vi.fn<(path: string, sent: { body: SentReport }) => Promise<object>>())
vi.mock('../../api/client', () => ({ ownApi: { POST: post } }))

const replica = new Replica('reports')
let stop: () => void = () => undefined

/** A newly opened page. */
async function page() {
  vi.resetModules()
  const { noteFailure } = await import('../../lib/failures')
  const { reportFor } = await import('./error-reports')
  return { noteFailure, reportFor }
}
const sentReports = () => post.mock.calls.map(([, { body }]) => body)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  post.mockReset()
  post.mockResolvedValue({})
})
afterEach(async () => {
  stop()
  vi.useRealTimers()
  await replica.delete({ disableAutoOpen: false })
})

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('reports a failure once, with only its type and stack locations', async () => {
  const { noteFailure, reportFor } = await page()
  stop = reportFor(replica, fakeSync(LIVE_CLIENT))
  const error = new TypeError('Dear Maya')
  error.stack = 'TypeError: Dear Maya\n    at send (https://portal.example/assets/sync-1.js:1:2)'
  noteFailure('error', error)
  noteFailure('error', error)
  await later(60_000)
  expect(sentReports()).toEqual([
    { what: 'error', build: '0.0.0-test', error: { name: 'TypeError', at: ['send@/assets/sync-1.js:1:2'] } },
  ])
})

test('sends reports one at a time, and at most 20', async () => {
  const { noteFailure, reportFor } = await page()
  stop = reportFor(replica, fakeSync(LIVE_CLIENT))
  for (let n = 0; n < 60; n += 1) {
    const error = new Error('x')
    error.name = `Error${String.fromCharCode(65 + (n % 26))}${String.fromCharCode(65 + Math.floor(n / 26))}`
    noteFailure('error', error)
  }
  await later(0)
  expect(post).toHaveBeenCalledTimes(1)
  await later(4_000)
  expect(post).toHaveBeenCalledTimes(1)
  await later(600_000)
  expect(post).toHaveBeenCalledTimes(20)
})

test('drops a report that cannot be sent, without an error', async () => {
  const { noteFailure, reportFor } = await page()
  post.mockRejectedValueOnce(new Error('no network'))
  stop = reportFor(replica, fakeSync(LIVE_CLIENT))
  noteFailure('second-gap')
  await later(60_000)
  expect(sentReports().filter(({ what }) => what === 'second-gap')).toHaveLength(1)
})

test('reports the number of unsent messages at most every ten minutes, only while connected', async () => {
  const { reportFor } = await page()
  const sync = fakeSync({ ...LIVE_CLIENT, link: { is: 'offline', since: '2026-11-21T13:02:00Z' } })
  const ago = (s: number) => new Date(Date.now() - s * 1000).toISOString()
  await replica.outbox.bulkPut([
    waitingMessage('a', 'Dear Maya', { created_at: ago(30) }),
    waitingMessage('b', 'Dear Maya', { created_at: ago(10) }),
    waitingMessage('c', 'Dear Maya', { created_at: ago(9000), state: 'refused' }),
  ])
  stop = reportFor(replica, sync)
  const outboxes = () => sentReports().filter(({ what }) => what.startsWith('outbox'))
  await later(60_000)
  await vi.waitFor(async () => expect(await replica.outbox.count()).toBe(3))
  expect(outboxes()).toEqual([])
  sync.status.set(LIVE_CLIENT)
  await later(60_000)
  await vi.waitFor(() => expect(outboxes()).toHaveLength(1))
  expect(outboxes()[0]).toMatchObject({ what: 'outbox-stuck', outbox: { waiting: 2 } })
  await later(300_000)
  expect(outboxes()).toHaveLength(1)
  expect(JSON.stringify(sentReports())).not.toContain('Maya')
})

test('reports nothing if a check of unsent work ends after reporting has stopped', async () => {
  const { reportFor } = await page()
  let end = (): void => undefined
  const held = new Promise((resolve) => (end = () => resolve([waitingMessage('a', 'Dear Maya')])))
  const filter = vi
    .spyOn(replica.outbox, 'filter')
    .mockReturnValueOnce({ toArray: () => held } as ReturnType<typeof replica.outbox.filter>)
  stop = reportFor(replica, fakeSync(LIVE_CLIENT))
  await later(60_000)
  expect(filter).toHaveBeenCalledOnce()
  stop()
  end()
  await later(60_000)
  expect(sentReports()).toEqual([])
})
