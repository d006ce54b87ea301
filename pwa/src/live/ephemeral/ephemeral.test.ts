// Typing and presence on a device: what is sent, how long received state is valid, and what a lost connection
// does.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { EphemeralItem } from '../../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { type EphemeralState, makeEphemeralState } from './ephemeral'

class Page extends EventTarget {
  visibilityState = 'visible'
}

let page = new Page()
let sync = fakeSync(LIVE_ADMIN)
let state: EphemeralState

beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  sync = fakeSync(LIVE_ADMIN)
  state = makeEphemeralState(sync, page as unknown as Document)
})
afterEach(() => {
  state.stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const types = (on: boolean, by = 'maya'): EphemeralItem => ({
  k: 'typing',
  thread: 'c1',
  by,
  name: by,
  role: 'client',
  on,
})
const comes = (on: boolean, thread = 'c1'): EphemeralItem => ({ k: 'presence', thread, on })
const names = () => state.typists('c1').map(({ name }) => name)
const sent = () => sync.ephemeral.send.mock.calls.map(([saying]) => saying)
const offline = { ...LIVE_ADMIN, link: { is: 'offline' as const, since: '2026-11-21T13:02:00Z' } }

describe('receiving', () => {
  it('EP3 typing ends 6 s after the last typing signal', () => {
    sync.ephemeral.receive(types(true))
    vi.advanceTimersByTime(5_000)
    sync.ephemeral.receive(types(true))
    vi.advanceTimersByTime(5_000)
    expect(names()).toEqual(['maya'])
    vi.advanceTimersByTime(1_000)
    expect(names()).toEqual([])
  })

  it('several users can type in a thread and stop independently', () => {
    sync.ephemeral.receive(types(true), types(true, 'ana'))
    const both = state.typists('c1')
    sync.ephemeral.receive(types(true))
    expect(state.typists('c1')).toBe(both)
    sync.ephemeral.receive(types(false))
    expect(names()).toEqual(['ana'])
    expect(state.typists('c2')).toEqual([])
    sync.ephemeral.receive(types(false, 'ana'))
  })

  it('subscribers are notified of each change until they unsubscribe', () => {
    const notify = vi.fn()
    const leave = state.subscribe(notify)
    sync.ephemeral.receive(comes(true))
    expect([notify.mock.calls.length, state.isPresent('c1'), state.isPresent('c2')]).toEqual([1, true, false])
    leave()
    sync.ephemeral.receive(comes(false))
    expect([notify.mock.calls.length, state.isPresent('c1')]).toEqual([1, false])
  })

  it('presence is cleared when the connection is lost', () => {
    sync.ephemeral.receive(comes(true))
    sync.status.set({ ...LIVE_ADMIN, link: { is: 'catching-up', behind: 3 } })
    expect(state.isPresent('c1')).toBe(true)
    sync.status.set(offline)
    expect(state.isPresent('c1')).toBe(false)
  })
})

describe('presence subscriptions', () => {
  it('EP4 the visible threads are sent in one frame, again only when they change', () => {
    const hides = ['c2', 'c1', 'c1'].map((thread) => state.show(thread))
    expect(sent()).toEqual([])
    vi.advanceTimersByTime(300)
    expect(sent()).toEqual([{ k: 'look', threads: ['c1', 'c2'] }])
    hides[1]?.()
    vi.advanceTimersByTime(300)
    expect(sent()).toHaveLength(1)
    hides[2]?.()
    vi.advanceTimersByTime(300)
    expect(sent().at(-1)).toEqual({ k: 'look', threads: ['c2'] })
  })

  it('EP4 sends at most 100 threads, and none while the page is hidden', () => {
    for (let n = 0; n < 150; n += 1) state.show(`c${n}`)
    vi.advanceTimersByTime(300)
    expect(sent().map((saying) => (saying.k === 'look' ? saying.threads.length : -1))).toEqual([100])
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(300)
    expect(sent().at(-1)).toEqual({ k: 'look', threads: [] })
  })

  it('a new connection receives the threads again', () => {
    state.show('c1')
    vi.advanceTimersByTime(300)
    sync.status.set(offline)
    state.show('c2')
    vi.advanceTimersByTime(300)
    expect(sent()).toHaveLength(1)
    sync.status.set(LIVE_ADMIN)
    vi.advanceTimersByTime(300)
    expect(sent().at(-1)).toEqual({ k: 'look', threads: ['c1', 'c2'] })
  })

  it('a client does not subscribe', () => {
    sync.status.set(LIVE_CLIENT)
    state.show('c1')
    vi.advanceTimersByTime(300)
    expect(sent()).toEqual([])
  })

  it('sends nothing before a thread was visible', () => {
    page.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(300)
    expect(sent()).toEqual([])
  })
})

describe('typing', () => {
  const typing = (on: boolean, thread = 'c1') => ({ k: 'typing', thread, on })

  it('EP3 is sent at once and every 3 s, and ends after a pause', () => {
    for (let ms = 0; ms < 7_000; ms += 500) {
      state.setTyping('c1', true)
      vi.advanceTimersByTime(500)
    }
    expect(sent()).toEqual([typing(true), typing(true), typing(true)])
    vi.advanceTimersByTime(4_000)
    expect(sent().slice(3)).toEqual([typing(true), typing(false)])
  })

  it('is sent again to a viewer who opens the thread later, and after a reconnect', () => {
    sync.status.set(offline)
    state.setTyping('c1', true)
    vi.advanceTimersByTime(1_000)
    sync.status.set(LIVE_ADMIN)
    sync.status.set({ ...LIVE_ADMIN, waiting: 1 })
    expect(sent()).toEqual([typing(true), typing(true)])
    vi.advanceTimersByTime(2_000)
    expect(sent().slice(2)).toEqual([typing(true)])
    vi.advanceTimersByTime(10_000)
    expect(sent().slice(3)).toEqual([typing(false)])
  })

  it('sending the message ends it once', () => {
    state.setTyping('c1', true)
    state.setTyping('c1', false)
    state.setTyping('c1', false)
    expect(sent()).toEqual([typing(true), typing(false)])
  })

  it('typing in another thread ends it in the first', () => {
    state.setTyping('c1', true)
    state.setTyping('c2', true)
    expect(sent()).toEqual([typing(true), typing(false), typing(true, 'c2')])
  })
})
