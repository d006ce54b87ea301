// The status of sync as screens show it.
import { describe, expect, it, vi } from 'vitest'

import { freshReplica } from '../../testing/sync/replicas'
import { waitingMessage, waitingUpload } from '../../testing/rows/rows'
import { env, ok, runEvents, sub, helloEvents, liveEvents } from '../../testing/sync/session-driver'
import { newSession } from '../connection/session'
import type { Event } from '../connection/session-types'
import { linkOf, makeStatusStore } from './status'

const SINCE = Date.UTC(2026, 10, 21, 14, 2)
const link = (...events: Event[]) => linkOf(runEvents(events).session, SINCE)
const offline = { is: 'offline', since: '2026-11-21T14:02:00.000Z' }

describe('linkOf', () => {
  it('returns live, or the number of missing changes', () => {
    expect(link(...liveEvents)).toEqual({ is: 'live' })
    expect(link(...helloEvents, ok(sub('resume', 6)))).toEqual({ is: 'catching-up', behind: 3 })
    expect(link(...helloEvents, ok(sub('bootstrap', 5_000)))).toEqual({ is: 'catching-up', behind: 0 })
  })

  it('does not report one failed attempt', () => {
    expect(link({ is: 'start' })).toEqual({ is: 'connecting' })
    expect(link(...liveEvents, { is: 'closed', code: 1006 })).toEqual({ is: 'connecting' })
    const again: Event[] = [{ is: 'closed', code: 1006 }, { is: 'retry' }, { is: 'token', token: 't' }]
    expect(link(...liveEvents, ...again, ...again)).toEqual(offline)
  })

  it('returns offline at once if the browser is offline and there is no response', () => {
    expect(link(...liveEvents, { is: 'offline' })).toEqual(offline)
    expect(link(...liveEvents, { is: 'offline' }, { is: 'pong' })).toEqual({ is: 'live' })
    expect(linkOf(newSession(false, true, env), SINCE)).toEqual(offline)
  })

  it('returns the states that only the user can end', () => {
    expect(link(...liveEvents, { is: 'closed', code: 4503 })).toEqual({ is: 'locked' })
    expect(link(...liveEvents, { is: 'closed', code: 4510 })).toEqual({ is: 'outdated' })
    expect(link(...liveEvents, { is: 'signed-out' })).toEqual({ is: 'signed-out' })
  })
})

it('counts a message whose file is uploaded first, until it is in the outbox', async () => {
  const replica = freshReplica()
  const status = makeStatusStore(replica)
  const waiting = () => status.get().waiting
  await replica.files.bulkAdd([waitingUpload('f1', 'c1', 'The plan'), waitingUpload('f2', 'c1', null)])
  await vi.waitFor(() => expect(waiting()).toBe(1))
  await replica.files.delete('f1')
  await vi.waitFor(() => expect(waiting()).toBe(0))
  status.stop()
})

it('counts waiting entries while messages are written', async () => {
  const replica = freshReplica()
  const status = makeStatusStore(replica)
  const seen = new Set<number>()
  status.subscribe(() => seen.add(status.get().waiting))
  const over = new AbortController()
  const writing = (async () => {
    for (let n = 1; !over.signal.aborted; n += 1)
      await replica.outbox.add(waitingMessage(`m${n}`, `Number ${n}`, { n }))
  })()
  await vi.waitFor(() => expect([...seen].filter((count) => count > 1).length).toBeGreaterThan(2), 4_000)
  over.abort()
  await writing
  const left = await replica.outbox.count()
  await vi.waitFor(() => expect(status.get().waiting).toBe(left))
  status.stop()
})
