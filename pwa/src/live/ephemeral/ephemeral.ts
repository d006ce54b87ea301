// Typing and presence for screens. Received state expires when it may no longer be true.
import type { EphemeralItem, SyncHandle } from '../../sync'

/**
 * EP3: the interval at which `on` is repeated, the pause that ends typing, and how long received typing is
 * valid.
 */
const REPEAT_MS = 3_000
const PAUSE_MS = 4_000
const EXPIRY_MS = 6_000
/** EP4 */
const MAX_SHOWN = 100
const SEND_DELAY_MS = 300

export interface Typist {
  by: string
  name: string
  role: 'admin' | 'client'
}

/** The typing of this device's user, repeated until they pause. */
interface OwnTyping {
  thread: string
  repeat: ReturnType<typeof setInterval>
  pause: ReturnType<typeof setTimeout> | undefined
}

export interface EphemeralState {
  /** Whether a user of this client is connected; false while that is unknown. */
  isPresent(thread: string): boolean
  /** The users who type in a thread. Returns the same array while they are the same users. */
  typists(thread: string): readonly Typist[]
  subscribe: (notify: () => void) => () => void
  /** This thread is on the screen until the returned function is called. */
  show(thread: string): () => void
  /** Call when the user types (true), and when they have sent or cleared the text (false). */
  setTyping(thread: string, on: boolean): void
  stop(): void
}

const NO_TYPISTS: readonly Typist[] = []

export function createEphemeralState(
  sync: Pick<SyncHandle, 'ephemeral' | 'status'>,
  page: Document,
): EphemeralState {
  const present = new Set<string>()
  const typing = new Map<string, readonly Typist[]>()
  const expiryTimers = new Map<string, ReturnType<typeof setTimeout>>()
  const watchers = new Set<() => void>()
  const shown = new Map<string, number>()
  let sentKey: string | null = null
  let sendTimer: ReturnType<typeof setTimeout> | undefined
  let wasLive = false
  let ownTyping: OwnTyping | null = null

  const changed = (): void => {
    for (const notify of [...watchers]) notify()
  }

  function receive(items: EphemeralItem[]): void {
    for (const item of items) {
      if (item.k === 'presence') {
        if (item.on) present.add(item.thread)
        else present.delete(item.thread)
      } else if (item.k === 'reply') continue
      else if (item.on) begin(item)
      else end(item.thread, item.by)
    }
    changed()
  }

  function begin({ thread, by, name, role }: EphemeralItem & { k: 'typing' }): void {
    const typists = typing.get(thread) ?? NO_TYPISTS
    if (!typists.some((one) => one.by === by)) typing.set(thread, [...typists, { by, name, role }])
    clearTimeout(expiryTimers.get(`${thread} ${by}`))
    const timer = setTimeout(() => {
      end(thread, by)
      changed()
    }, EXPIRY_MS)
    expiryTimers.set(`${thread} ${by}`, timer)
  }

  function end(thread: string, by: string): void {
    clearTimeout(expiryTimers.get(`${thread} ${by}`))
    expiryTimers.delete(`${thread} ${by}`)
    const left = (typing.get(thread) ?? NO_TYPISTS).filter((one) => one.by !== by)
    if (left.length > 0) typing.set(thread, left)
    else typing.delete(thread)
  }

  function sendShownSoon(): void {
    sendTimer ??= setTimeout(sendShown, SEND_DELAY_MS)
  }

  function sendShown(): void {
    sendTimer = undefined
    const { link, role } = sync.status.get()
    // The server sends clients the presence in their own thread without a request.
    if (role !== 'admin') return
    const threads = page.visibilityState === 'visible' ? [...shown.keys()].sort().slice(0, MAX_SHOWN) : []
    const key = threads.join()
    if (key === sentKey || link.is !== 'live') return
    if (sentKey === null && key === '') return
    sentKey = key
    sync.ephemeral.send({ k: 'look', threads })
  }

  function sendTyping(): void {
    if (ownTyping !== null) sync.ephemeral.send({ k: 'typing', thread: ownTyping.thread, on: true })
  }

  /**
   * A new connection does not know which threads are shown and whether the user types, so both are sent
   * again. When the connection is lost, presence is cleared, because it may no longer be true.
   */
  function followLink(): void {
    const isLive = sync.status.get().link.is === 'live'
    if (isLive && !wasLive) sendTyping()
    wasLive = isLive
    if (isLive) {
      sendShownSoon()
      return
    }
    if (sync.status.get().link.is === 'catching-up') return
    sentKey = null
    if (present.size === 0) return
    present.clear()
    changed()
  }

  function stopTyping({ repeat, pause }: OwnTyping): void {
    clearInterval(repeat)
    clearTimeout(pause)
  }

  const unlisten = sync.ephemeral.listen(receive)
  const unwatch = sync.status.subscribe(followLink)
  page.addEventListener('visibilitychange', sendShownSoon)

  return {
    isPresent: (thread) => present.has(thread),
    typists: (thread) => typing.get(thread) ?? NO_TYPISTS,
    subscribe(notify) {
      watchers.add(notify)
      return () => watchers.delete(notify)
    },
    show(thread) {
      shown.set(thread, (shown.get(thread) ?? 0) + 1)
      sendShownSoon()
      return () => {
        const left = (shown.get(thread) ?? 1) - 1
        if (left > 0) shown.set(thread, left)
        else shown.delete(thread)
        sendShownSoon()
      }
    },
    setTyping(thread, on) {
      if (ownTyping !== null && (ownTyping.thread !== thread || !on)) {
        stopTyping(ownTyping)
        sync.ephemeral.send({ k: 'typing', thread: ownTyping.thread, on: false })
        ownTyping = null
      }
      if (!on) return
      if (ownTyping === null) {
        ownTyping = { thread, repeat: setInterval(sendTyping, REPEAT_MS), pause: undefined }
        sendTyping()
      }
      clearTimeout(ownTyping.pause)
      ownTyping.pause = setTimeout(() => this.setTyping(thread, false), PAUSE_MS)
    },
    stop() {
      unlisten()
      unwatch()
      page.removeEventListener('visibilitychange', sendShownSoon)
      clearTimeout(sendTimer)
      if (ownTyping !== null) stopTyping(ownTyping)
      for (const timer of expiryTimers.values()) clearTimeout(timer)
    },
  }
}
