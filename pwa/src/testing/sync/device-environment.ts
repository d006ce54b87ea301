// The environment of one device: a page, locks and a token that a test controls.
import { vi } from 'vitest'

import type { Locks } from '../../sync/tabs/locks'
import type { SyncEnvironment } from '../../sync'
import type { PageEvent, PageState } from '../../sync/tabs/page-events'
import type { Endpoints } from '../../sync/protocol/endpoints'
import type { Requests } from '../../sync/registry'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { requestsOver } from '../../synced/messaging/requests'
import type { ModelServer, TestUser } from '../servers/model-server'

export interface TestPage extends PageState {
  emit: (event: PageEvent) => void
}

export function testPage(visible = true): TestPage {
  const watchers = new Set<(event: PageEvent) => void>()
  let isVisible = visible
  let online = true
  return {
    visible: () => isVisible,
    online: () => online,
    subscribe(notify) {
      watchers.add(notify)
      return () => watchers.delete(notify)
    },
    emit(event) {
      if (event === 'visible' || event === 'hidden') isVisible = event === 'visible'
      if (event === 'online' || event === 'offline') online = event === 'online'
      for (const notify of watchers) notify(event)
    },
  }
}

/** Web Locks within one test: exclusive, in order of request; `steal` takes a lock at once. */
export function testLocks(): Locks {
  interface LockRequest {
    held: () => Promise<void>
    done: () => void
    failed: (error: Error) => void
  }
  const locks = new Map<string, { holder: LockRequest | null; waiting: LockRequest[] }>()
  return {
    request(name, options, held) {
      const lock = locks.get(name) ?? { holder: null, waiting: [] }
      locks.set(name, lock)
      const grant = (request: LockRequest): void => {
        lock.holder = request
        void request.held().then(() => {
          request.done()
          if (lock.holder === request) next()
        })
      }
      const next = (): void => {
        lock.holder = null
        const request = lock.waiting.shift()
        if (request) grant(request)
      }
      return new Promise<void>((done, failed) => {
        const aborted = (): void => failed(new DOMException('aborted', 'AbortError'))
        const request: LockRequest = { held, done, failed }
        if ('steal' in options) {
          lock.holder?.failed(new DOMException('stolen', 'AbortError'))
          grant(request)
          return
        }
        if (options.signal.aborted) {
          aborted()
          return
        }
        options.signal.addEventListener('abort', () => {
          if (!lock.waiting.includes(request)) return
          lock.waiting.splice(lock.waiting.indexOf(request), 1)
          aborted()
        })
        lock.waiting.push(request)
        if (!lock.holder) next()
      })
    },
  }
}

export interface TestEnvironment extends SyncEnvironment {
  page: TestPage
  endpoints: Endpoints & MessageEndpoints
  /** The requests over `endpoints`. */
  requests: () => Promise<Requests>
  /** The result of all further token requests. */
  access: Awaited<ReturnType<SyncEnvironment['token']>>
  session: (what: 'signed-in' | 'signed-out') => void
}

export function testEnvironment(
  server: ModelServer,
  user: TestUser,
  locks: Locks | null = testLocks(),
): TestEnvironment {
  let notify: (what: 'signed-in' | 'signed-out') => void = () => undefined
  const environment: TestEnvironment = {
    endpoints: server.endpointsFor(user),
    requests: () => Promise.resolve(requestsOver(environment.endpoints)),
    openSocket: server.socketFor(user),
    serverResponds: () => Promise.resolve(false),
    access: { is: 'token', token: 'token', exp: 9_999_999_999 },
    token: () => Promise.resolve(environment.access),
    subscribeSession: (_userId, watcher) => {
      notify = watcher
      return () => undefined
    },
    session: (what) => notify(what),
    locks,
    page: testPage(),
    random: () => 0.01,
    registerBackgroundSync: vi.fn(),
  }
  return environment
}
