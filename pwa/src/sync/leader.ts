// One tab of a person leads: it alone has the socket and sends. Held by a Web Lock, so a closed tab lets go by itself.
import type { PageWatch } from './page'
import type { Tabs } from './tabs'

/** How often a visible follower asks a hidden leader to step back. */
const WANT_MS = 3_000

/** The part of `navigator.locks` used here. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, held: () => Promise<void>): Promise<unknown>
}

export interface Leadership {
  leads(): boolean
  stop(): Promise<void>
}

/**
 * Take part in choosing the leader. `lead` is called when this tab leads and gives how to stop leading.
 * A hidden leader steps back when a visible tab asks. Without Web Locks every tab leads: the server's idempotency
 * keeps that correct.
 */
export function takePart(
  userId: string,
  locks: Locks | null,
  tabs: Tabs,
  page: PageWatch,
  lead: () => () => Promise<void>,
): Leadership {
  const gone = new AbortController()
  let stepBack: (() => Promise<void>) | null = null

  /** Leads until told to stop. */
  async function term(): Promise<void> {
    if (gone.signal.aborted) return
    const stop = lead()
    await new Promise<void>((resolve) => {
      stepBack = async () => {
        stepBack = null
        await stop()
        resolve()
      }
    })
  }

  async function campaign(locksToUse: Locks): Promise<void> {
    while (!gone.signal.aborted) {
      await locksToUse.request(`sync:${userId}`, { signal: gone.signal }, term).catch(() => undefined)
    }
  }

  const want = (): void => {
    if (!stepBack && page.visible()) tabs.say({ is: 'want' })
  }
  const unlisten = tabs.listen((message) => {
    if (message.is === 'want' && !page.visible()) void stepBack?.()
  })
  const unwatch = page.watch((event) => {
    if (event === 'visible') want()
  })
  const timer = setInterval(want, WANT_MS)
  const running = locks ? campaign(locks) : term()
  want()

  return {
    leads: () => stepBack !== null,
    async stop() {
      gone.abort()
      clearInterval(timer)
      unlisten()
      unwatch()
      await stepBack?.()
      await running
    },
  }
}
