// Leader election among a user's tabs. Only the leader has the socket and sends. The leader holds a Web Lock,
// which the browser releases when the tab closes.
import type { Locks } from './locks'
import type { PageState } from './page-events'
import type { Tabs } from './channel'

/** TB2, TB3: how often a visible follower sends 'want', and how many in a row may stay unanswered. */
const REQUEST_MS = 2_500
const MAX_UNANSWERED = 4
/** TB3: after a takeover, the number of intervals before the next one is allowed: 60 s. */
const REST_INTERVALS = 24

export interface Leadership {
  leads(): boolean
  stop(): Promise<void>
}

/** Without Web Locks every tab leads. This is correct, because the server's writes are idempotent. */
const noLocks: Locks = { request: (_name, _options, whileHeld) => whileHeld() }

/**
 * Joins the leader election. `lead` is called when this tab becomes the leader, and returns a function that
 * stops leading.
 */
export function joinElection(
  userId: string,
  locks: Locks | null,
  tabs: Tabs,
  page: PageState,
  lead: () => () => Promise<void>,
): Leadership {
  const lockManager = locks ?? noLocks
  let stopped = false
  /** Pending while the page is frozen or left; `wake` resolves it. */
  let untilAwake = Promise.resolve()
  let wake: (() => void) | null = null
  let lockRequest = new AbortController()
  let mustSteal = false
  let stepBack: (() => void) | null = null
  let stopping: Promise<unknown> = Promise.resolve()
  let unansweredCount = 0
  let restIntervals = 0

  /**
   * Leads until `stepBack` is called. TB4: `stepBack` releases the lock at once. Writes that still run are
   * safe, because each is one transaction.
   */
  function term(): Promise<void> {
    if (stopped || wake) return Promise.resolve()
    const stop = lead()
    tabs.post({ is: 'beat' })
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
      lockRequest = new AbortController()
      const options = mustSteal ? ({ steal: true } as const) : { signal: lockRequest.signal }
      mustSteal = false
      await lockManager.request(`sync:${userId}`, options, term).catch(() => undefined)
      // If this tab still leads, another tab has stolen the lock.
      stepBack?.()
      await untilAwake
    }
  }

  function wakeUp(): void {
    wake?.()
    wake = null
  }

  function requestLead(): void {
    if (restIntervals > 0) restIntervals -= 1
    if (wake || stepBack || !page.visible()) unansweredCount = 0
    else if (unansweredCount < MAX_UNANSWERED || restIntervals > 0) {
      unansweredCount += 1
      tabs.post({ is: 'want' })
    } else {
      unansweredCount = 0
      restIntervals = REST_INTERVALS
      mustSteal = true
      lockRequest.abort()
    }
  }

  const unlisten = tabs.listen((message) => {
    if (message.is === 'beat') unansweredCount = 0
    if (message.is !== 'want' || !stepBack) return
    if (page.visible()) tabs.post({ is: 'beat' })
    else stepBack()
  })
  const unwatch = page.subscribe((event) => {
    if (event === 'asleep') {
      if (!wake) untilAwake = new Promise((resolve) => (wake = resolve))
      lockRequest.abort()
      stepBack?.()
    } else if (event === 'awake' || event === 'visible') {
      wakeUp()
      unansweredCount = 0
      requestLead()
    }
  })
  const timer = setInterval(requestLead, REQUEST_MS)
  const running = campaign()
  requestLead()

  return {
    leads: () => stepBack !== null,
    async stop() {
      stopped = true
      clearInterval(timer)
      unlisten()
      unwatch()
      wakeUp()
      lockRequest.abort()
      stepBack?.()
      await running
      await stopping
    },
  }
}
