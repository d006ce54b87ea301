// One tab of a person leads: it alone has the socket and sends. Held by a Web Lock, so a closed tab lets go by itself.
import type { Locks } from './locks'
import type { PageWatch } from '../connection/page-events'
import type { Tabs } from './channel'

/** TB2, TB3: how often a follower in view asks who leads, and how many questions in a row may stay unanswered. */
const ASK_MS = 2_500
const PATIENCE = 4
/** TB3: so many questions after a takeover the next one is allowed: 60 s. */
const REST = 24

export interface Leadership {
  leads(): boolean
  stop(): Promise<void>
}

/** Without Web Locks every tab leads: the server's idempotency keeps that correct. */
const noLocks: Locks = { request: (_name, _options, held) => held() }

/** Take part in choosing the leader. `lead` is called when this tab leads and gives how to stop leading. */
export function takePart(
  userId: string,
  locks: Locks | null,
  tabs: Tabs,
  page: PageWatch,
  lead: () => () => Promise<void>,
): Leadership {
  const arena = locks ?? noLocks
  let stopped = false
  /** Pending while the page is frozen or left; then there is a way to end that. */
  let awake = Promise.resolve()
  let wake: (() => void) | null = null
  let waiting = new AbortController()
  let steal = false
  let stepBack: (() => void) | null = null
  let stopping: Promise<unknown> = Promise.resolve()
  let unanswered = 0
  let rest = 0

  /** TB4: the lock is let go at once; what is being stored meanwhile is whole in itself. */
  function term(): Promise<void> {
    if (stopped || wake) return Promise.resolve()
    const stop = lead()
    tabs.say({ is: 'beat' })
    return new Promise((resolve) => {
      stepBack = () => {
        stepBack = null
        stopping = Promise.all([stopping, stop()])
        resolve()
      }
    })
  }

  async function campaign(): Promise<void> {
    while (!stopped) {
      waiting = new AbortController()
      const options = steal ? ({ steal } as const) : { signal: waiting.signal }
      steal = false
      await arena.request(`sync:${userId}`, options, term).catch(() => undefined)
      // Still leading: another tab took the lock.
      stepBack?.()
      await awake
    }
  }

  function wakeUp(): void {
    wake?.()
    wake = null
  }

  function ask(): void {
    if (rest > 0) rest -= 1
    if (wake || stepBack || !page.visible()) unanswered = 0
    else if (unanswered < PATIENCE || rest > 0) {
      unanswered += 1
      tabs.say({ is: 'want' })
    } else {
      unanswered = 0
      rest = REST
      steal = true
      waiting.abort()
    }
  }

  const unlisten = tabs.listen((message) => {
    if (message.is === 'beat') unanswered = 0
    if (message.is !== 'want' || !stepBack) return
    if (page.visible()) tabs.say({ is: 'beat' })
    else stepBack()
  })
  const unwatch = page.watch((event) => {
    if (event === 'asleep') {
      if (!wake) awake = new Promise((resolve) => (wake = resolve))
      waiting.abort()
      stepBack?.()
    } else if (event === 'awake' || event === 'visible') {
      wakeUp()
      unanswered = 0
      ask()
    }
  })
  const timer = setInterval(ask, ASK_MS)
  const running = campaign()
  ask()

  return {
    leads: () => stepBack !== null,
    async stop() {
      stopped = true
      clearInterval(timer)
      unlisten()
      unwatch()
      wakeUp()
      waiting.abort()
      stepBack?.()
      await running
      await stopping
    },
  }
}
