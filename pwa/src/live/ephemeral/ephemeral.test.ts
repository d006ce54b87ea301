// Typing and presence on a device: what is sent, how long received state is valid, and what a lost connection
// does.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Heard } from '../../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { type PassingWatch, watchPassing } from './ephemeral'

class Page extends EventTarget {
  visibilityState = 'visible'
}

let page = new Page()
let sync = fakeSync(LIVE_ADMIN)
let watch: PassingWatch

beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  sync = fakeSync(LIVE_ADMIN)
  watch = watchPassing(sync, page as unknown as Document)
})
afterEach(() => {
  watch.stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const types = (on: boolean, by = 'maya'): Heard => ({ k: 'typing', thread: 'c1', by, name: by, role: 'client', on })
const comes = (on: boolean, thread = 'c1'): Heard => ({ k: 'presence', thread, on })
const names = () => watch.typists('c1').map(({ name }) => name)
const said = () => sync.passing.say.mock.calls.map(([saying]) => saying)
const offline = { ...LIVE_ADMIN, link: { is: 'offline' as const, since: '2026-11-21T13:02:00Z' } }

describe('hearing', () => {
  it('EP3 typing holds for 6 s after it was last heard', () => {
    sync.passing.tell(types(true))
    vi.advanceTimersByTime(5_000)
    sync.passing.tell(types(true))
    vi.advanceTimersByTime(5_000)
    expect(names()).toEqual(['maya'])
    vi.advanceTimersByTime(1_000)
    expect(names()).toEqual([])
  })

  it('several people type in a thread, and each stops for themselves', () => {
    sync.passing.tell(types(true), types(true, 'ana'))
    const both = watch.typists('c1')
    sync.passing.tell(types(true))
    expect(watch.typists('c1')).toBe(both)
    sync.passing.tell(types(false))
    expect(names()).toEqual(['ana'])
    expect(watch.typists('c2')).toEqual([])
    sync.passing.tell(types(false, 'ana'))
  })

  it('watchers are told of each change, until they leave', () => {
    const tell = vi.fn()
    const leave = watch.subscribe(tell)
    sync.passing.tell(comes(true))
    expect([tell.mock.calls.length, watch.isHere('c1'), watch.isHere('c2')]).toEqual([1, true, false])
    leave()
    sync.passing.tell(comes(false))
    expect([tell.mock.calls.length, watch.isHere('c1')]).toEqual([1, false])
  })

  it('nobody is known to be there once the connection is lost', () => {
    sync.passing.tell(comes(true))
    sync.status.set({ ...LIVE_ADMIN, link: { is: 'catching-up', behind: 3 } })
    expect(watch.isHere('c1')).toBe(true)
    sync.status.set(offline)
    expect(watch.isHere('c1')).toBe(false)
  })
})

describe('looking', () => {
  it('EP4 what is on the screen is said together, once, and again when it changes', () => {
    const hides = ['c2', 'c1', 'c1'].map((thread) => watch.show(thread))
    expect(said()).toEqual([])
    vi.advanceTimersByTime(300)
    expect(said()).toEqual([{ k: 'look', threads: ['c1', 'c2'] }])
    hides[1]?.()
    vi.advanceTimersByTime(300)
    expect(said()).toHaveLength(1)
    hides[2]?.()
    vi.advanceTimersByTime(300)
    expect(said().at(-1)).toEqual({ k: 'look', threads: ['c2'] })
  })

  it('EP4 at most 100 threads, and none while the page is hidden', () => {
    for (let n = 0; n < 150; n += 1) watch.show(`c${n}`)
    vi.advanceTimersByTime(300)
    expect(said().map((saying) => (saying.k === 'look' ? saying.threads.length : -1))).toEqual([100])
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(300)
    expect(said().at(-1)).toEqual({ k: 'look', threads: [] })
  })

  it('a new connection is told anew, and none is told nothing', () => {
    watch.show('c1')
    vi.advanceTimersByTime(300)
    sync.status.set(offline)
    watch.show('c2')
    vi.advanceTimersByTime(300)
    expect(said()).toHaveLength(1)
    sync.status.set(LIVE_ADMIN)
    vi.advanceTimersByTime(300)
    expect(said().at(-1)).toEqual({ k: 'look', threads: ['c1', 'c2'] })
  })

  it('a client does not ask', () => {
    sync.status.set(LIVE_CLIENT)
    watch.show('c1')
    vi.advanceTimersByTime(300)
    expect(said()).toEqual([])
  })

  it('who has never shown a thread says nothing', () => {
    page.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(300)
    expect(said()).toEqual([])
  })
})

describe('typing', () => {
  const typing = (on: boolean, thread = 'c1') => ({ k: 'typing', thread, on })

  it('EP3 is said at once and every 3 s, and a pause ends it', () => {
    for (let ms = 0; ms < 7_000; ms += 500) {
      watch.typed('c1', true)
      vi.advanceTimersByTime(500)
    }
    expect(said()).toEqual([typing(true), typing(true), typing(true)])
    vi.advanceTimersByTime(4_000)
    expect(said().slice(3)).toEqual([typing(true), typing(false)])
  })

  it('who opens the thread after one hasty word, or before the connection is there, still learns of it', () => {
    sync.status.set(offline)
    watch.typed('c1', true)
    vi.advanceTimersByTime(1_000)
    sync.status.set(LIVE_ADMIN)
    sync.status.set({ ...LIVE_ADMIN, waiting: 1 })
    expect(said()).toEqual([typing(true), typing(true)])
    vi.advanceTimersByTime(2_000)
    expect(said().slice(2)).toEqual([typing(true)])
    vi.advanceTimersByTime(10_000)
    expect(said().slice(3)).toEqual([typing(false)])
  })

  it('sending ends it, once', () => {
    watch.typed('c1', true)
    watch.typed('c1', false)
    watch.typed('c1', false)
    expect(said()).toEqual([typing(true), typing(false)])
  })

  it('in another thread it ends in the first', () => {
    watch.typed('c1', true)
    watch.typed('c2', true)
    expect(said()).toEqual([typing(true), typing(false), typing(true, 'c2')])
  })
})
