// The detection of a stalled first load, through the public API of sync. Screens show a load error while the
// load is stalled.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { ModelServer, type TestUser } from '../../testing/servers/model-server'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { uuid } from '../../testing/servers/wire-rows'
import { testEnvironment, type TestEnvironment } from '../../testing/sync/device-environment'
import { startSync, type SyncHandle } from '../index'
import { trackProgress } from './load-progress'

const A = uuid(101)
const ana: TestUser = { id: uuid(901), role: 'client', clientId: A }
let environment: TestEnvironment
let replica: Replica
let handle: SyncHandle

beforeEach(() => {
  // Fake only `setTimeout`, because the fake IndexedDB needs the other timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  replica = freshReplica()
  environment = testEnvironment(new ModelServer(), ana)
})
afterEach(async () => {
  vi.useRealTimers()
  await handle.stop()
})
const start = () => {
  handle = startSync({ userId: ana.id, replica, build: '1', requests: environment.requests }, environment)
}
const isStalled = () => handle.status.get().stalled

it('is stalled after 8 s without a connection, until a retry', () => {
  environment.access = { is: 'unknown' }
  start()
  vi.advanceTimersByTime(7_999)
  expect(isStalled()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isStalled()).toBe(true)
  handle.tryAgain()
  expect(isStalled()).toBe(false)
  vi.advanceTimersByTime(8_000)
  expect(isStalled()).toBe(true)
})

it('is not stalled while rows are stored now and then, for any total duration', async () => {
  environment.access = { is: 'unknown' }
  const steps = vi.fn()
  start()
  const progress = trackProgress(replica, steps)
  let page = 0
  for (let round = 0; round < 5; round += 1) {
    steps.mockClear()
    await vi.waitFor(async () => {
      await replica.streams.put(readyStream(`c:${A}`, (page += 1)))
      expect(steps).toHaveBeenCalledWith(false)
    })
    vi.advanceTimersByTime(6_000)
    expect(isStalled()).toBe(false)
  }
  expect(steps).not.toHaveBeenCalledWith(true)
  vi.advanceTimersByTime(2_000)
  expect(isStalled()).toBe(true)
  progress.stop()
})

it('is stalled at once if the browser is offline', () => {
  environment.page.emit('offline')
  start()
  expect(isStalled()).toBe(true)
  environment.page.emit('online')
  expect(isStalled()).toBe(false)
})
