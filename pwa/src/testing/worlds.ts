// The outside world of one device: a page, locks and a token that a test controls.
import type { Locks } from '../sync/leader'
import type { World } from '../sync'
import type { PageEvent, PageWatch } from '../sync/page'
import type { ModelServer, Person } from './model-server'

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
      else online = event === 'online'
      for (const tell of watchers) tell(event)
    },
  }
}

/** Web Locks within one test: exclusive, in the order they were asked for. */
export function testLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name, { signal }, held) {
      const mine = last.then(() => {
        if (signal.aborted) throw new DOMException('aborted', 'AbortError')
        return held()
      })
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

export interface TestWorld extends World {
  page: TestPage
  /** What the next tokens are. */
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
  }
  return world
}
