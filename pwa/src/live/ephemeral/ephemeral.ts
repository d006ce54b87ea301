// Typing and presence for screens. Received state expires when it may no longer be true.
import type { Heard, SyncHandle } from '../../sync'

/**
 * EP3: the interval at which `on` is repeated, the pause that ends typing, and how long received typing is
 * valid.
 */
const AGAIN_MS = 3_000
const PAUSE_MS = 4_000
const HOLDS_MS = 6_000
/** EP4 */
const LOOK_MOST = 100
const LOOK_AFTER_MS = 300

export interface Typist {
  by: string
  name: string
  role: 'admin' | 'client'
}

/** The typing of this device's user, repeated until they pause. */
interface Mine {
  thread: string
  again: ReturnType<typeof setInterval>
  pause: ReturnType<typeof setTimeout> | undefined
}

export interface PassingWatch {
  /** Whether a user of this client is connected; false while that is unknown. */
  isHere(thread: string): boolean
  /** The users who type in a thread. Returns the same array while they are the same users. */
  typists(thread: string): readonly Typist[]
  subscribe: (tell: () => void) => () => void
  /** This thread is on the screen until the returned function is called. */
  show(thread: string): () => void
  /** Call when the user types (true), and when they have sent or cleared the text (false). */
  typed(thread: string, on: boolean): void
  stop(): void
}

const NOBODY: readonly Typist[] = []

export function watchPassing(sync: Pick<SyncHandle, 'passing' | 'status'>, page: Document): PassingWatch {
  const here = new Set<string>()
  const typing = new Map<string, readonly Typist[]>()
  const ends = new Map<string, ReturnType<typeof setTimeout>>()
  const watchers = new Set<() => void>()
  const shown = new Map<string, number>()
  let said: string | null = null
  let lookTimer: ReturnType<typeof setTimeout> | undefined
  let wasLive = false
  let mine: Mine | null = null

  const changed = (): void => {
    for (const tell of [...watchers]) tell()
  }

  function hear(items: Heard[]): void {
    for (const item of items) {
      if (item.k === 'presence') {
        if (item.on) here.add(item.thread)
        else here.delete(item.thread)
      } else if (item.k === 'reply') continue
      else if (item.on) begin(item)
      else end(item.thread, item.by)
    }
    changed()
  }

  function begin({ thread, by, name, role }: Heard & { k: 'typing' }): void {
    const known = typing.get(thread) ?? NOBODY
    if (!known.some((one) => one.by === by)) typing.set(thread, [...known, { by, name, role }])
    clearTimeout(ends.get(`${thread} ${by}`))
    const late = setTimeout(() => {
      end(thread, by)
      changed()
    }, HOLDS_MS)
    ends.set(`${thread} ${by}`, late)
  }

  function end(thread: string, by: string): void {
    clearTimeout(ends.get(`${thread} ${by}`))
    ends.delete(`${thread} ${by}`)
    const left = (typing.get(thread) ?? NOBODY).filter((one) => one.by !== by)
    if (left.length > 0) typing.set(thread, left)
    else typing.delete(thread)
  }

  function lookSoon(): void {
    lookTimer ??= setTimeout(look, LOOK_AFTER_MS)
  }

  function look(): void {
    lookTimer = undefined
    const { link, role } = sync.status.get()
    // The server sends clients the presence in their own thread without a request.
    if (role !== 'admin') return
    const threads = page.visibilityState === 'visible' ? [...shown.keys()].sort().slice(0, LOOK_MOST) : []
    const key = threads.join()
    if (key === said || link.is !== 'live') return
    if (said === null && key === '') return
    said = key
    sync.passing.say({ k: 'look', threads })
  }

  function sayTyping(): void {
    if (mine !== null) sync.passing.say({ k: 'typing', thread: mine.thread, on: true })
  }

  /**
   * A new connection does not know which threads are shown and whether the user types, so both are sent
   * again. When the connection is lost, presence is cleared, because it may no longer be true.
   */
  function followLink(): void {
    const isLive = sync.status.get().link.is === 'live'
    if (isLive && !wasLive) sayTyping()
    wasLive = isLive
    if (isLive) {
      lookSoon()
      return
    }
    if (sync.status.get().link.is === 'catching-up') return
    said = null
    if (here.size === 0) return
    here.clear()
    changed()
  }

  function stopTyping({ again, pause }: Mine): void {
    clearInterval(again)
    clearTimeout(pause)
  }

  const unlisten = sync.passing.listen(hear)
  const unwatch = sync.status.subscribe(followLink)
  page.addEventListener('visibilitychange', lookSoon)

  return {
    isHere: (thread) => here.has(thread),
    typists: (thread) => typing.get(thread) ?? NOBODY,
    subscribe(tell) {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    show(thread) {
      shown.set(thread, (shown.get(thread) ?? 0) + 1)
      lookSoon()
      return () => {
        const left = (shown.get(thread) ?? 1) - 1
        if (left > 0) shown.set(thread, left)
        else shown.delete(thread)
        lookSoon()
      }
    },
    typed(thread, on) {
      if (mine !== null && (mine.thread !== thread || !on)) {
        stopTyping(mine)
        sync.passing.say({ k: 'typing', thread: mine.thread, on: false })
        mine = null
      }
      if (!on) return
      if (mine === null) {
        mine = { thread, again: setInterval(sayTyping, AGAIN_MS), pause: undefined }
        sayTyping()
      }
      clearTimeout(mine.pause)
      mine.pause = setTimeout(() => this.typed(thread, false), PAUSE_MS)
    },
    stop() {
      unlisten()
      unwatch()
      page.removeEventListener('visibilitychange', lookSoon)
      clearTimeout(lookTimer)
      if (mine !== null) stopTyping(mine)
      for (const late of ends.values()) clearTimeout(late)
    },
  }
}
