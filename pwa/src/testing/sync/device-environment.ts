// The environment of one device: a page, locks and a token that a test controls.
import { vi } from 'vitest'

import type { Locks } from '../../sync/tabs/locks'
import type { World } from '../../sync'
import type { PageEvent, PageWatch } from '../../sync/connection/page-events'
import type { ModelServer, Person } from '../servers/model-server'

export interface TestPage extends PageWatch {
  say: (event: PageEvent) => void
}

export function testPage(visible = true): TestPage {
  const watchers = new Set<(event: PageEvent) => void>()
  let seen = visible
  let online = true
  return {
    visible: () => seen,
    online: () => online,
    watch(tell) {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    say(event) {
      if (event === 'visible' || event === 'hidden') seen = event === 'visible'
      if (event === 'online' || event === 'offline') online = event === 'online'
      for (const tell of watchers) tell(event)
    },
  }
}

/** Web Locks within one test: exclusive, in order of request; `steal` takes a lock at once. */
export function testLocks(): Locks {
  interface Wish {
    held: () => Promise<void>
    done: () => void
    failed: (error: Error) => void
  }
  const places = new Map<string, { holder: Wish | null; waiting: Wish[] }>()
  return {
    request(name, options, held) {
      const place = places.get(name) ?? { holder: null, waiting: [] }
      places.set(name, place)
      const grant = (wish: Wish): void => {
        place.holder = wish
        void wish.held().then(() => {
          wish.done()
          if (place.holder === wish) next()
        })
      }
      const next = (): void => {
        place.holder = null
        const wish = place.waiting.shift()
        if (wish) grant(wish)
      }
      return new Promise<void>((done, failed) => {
        const aborted = (): void => failed(new DOMException('aborted', 'AbortError'))
        const wish: Wish = { held, done, failed }
        if ('steal' in options) {
          place.holder?.failed(new DOMException('stolen', 'AbortError'))
          grant(wish)
          return
        }
        if (options.signal.aborted) {
          aborted()
          return
        }
        options.signal.addEventListener('abort', () => {
          if (!place.waiting.includes(wish)) return
          place.waiting.splice(place.waiting.indexOf(wish), 1)
          aborted()
        })
        place.waiting.push(wish)
        if (!place.holder) next()
      })
    },
  }
}

export interface TestWorld extends World {
  page: TestPage
  /** The result of the next token requests. */
  access: Awaited<ReturnType<World['token']>>
  session: (what: 'signed-in' | 'signed-out') => void
}

export function testWorld(server: ModelServer, person: Person, locks: Locks | null = testLocks()): TestWorld {
  let tell: (what: 'signed-in' | 'signed-out') => void = () => undefined
  const world: TestWorld = {
    doors: server.doorsFor(person),
    openSocket: server.socketFor(person),
    access: { is: 'token', token: 'token', exp: 9_999_999_999 },
    token: () => Promise.resolve(world.access),
    watchSession: (_userId, watcher) => {
      tell = watcher
      return () => undefined
    },
    session: (what) => tell(what),
    locks,
    page: testPage(),
    random: () => 0.01,
    wakeLater: vi.fn(),
  }
  return world
}
