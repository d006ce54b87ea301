// Typing and presence for screens. Received state is cleared when it may no longer be true.
import { makeListeners } from '../../lib/listeners'
import type { EphemeralItem, SyncHandle } from '../../sync'
import { makeOwnTyping } from './own-typing'
import { makeShownThreads } from './shown-threads'
import { makeTypists, type Typist } from './typists'

export interface EphemeralState {
  /** Whether a user of this client is connected; false while that is unknown. */
  isPresent(thread: string): boolean
  /** The users who type in a thread. Returns the same array until the users change. */
  typists(thread: string): readonly Typist[]
  subscribe: (notify: () => void) => () => void
  /** Reports that this thread is on the screen, until the returned function is called. */
  show(thread: string): () => void
  /** Call when the user types (true), and when they have sent or cleared the text (false). */
  setTyping(thread: string, on: boolean): void
  stop(): void
}

export function makeEphemeralState(
  sync: Pick<SyncHandle, 'ephemeral' | 'status'>,
  page: Document,
): EphemeralState {
  const present = new Set<string>()
  const listeners = makeListeners()
  const typists = makeTypists(() => listeners.notify())
  const ownTyping = makeOwnTyping((thread, on) => sync.ephemeral.send({ k: 'typing', thread, on }))
  const shown = makeShownThreads(sync, page)
  let wasLive = false

  function receive(items: EphemeralItem[]): void {
    for (const item of items) {
      if (item.k === 'typing') typists.receive(item)
      else if (item.k === 'presence') {
        if (item.on) present.add(item.thread)
        else present.delete(item.thread)
      }
    }
    listeners.notify()
  }

  /**
   * The server does not know for a new connection which threads are shown and whether the user types, so this
   * sends both again. When the connection is lost, presence is cleared, because it may no longer be true.
   */
  function followLink(): void {
    const { link } = sync.status.get()
    const isLive = link.is === 'live'
    if (isLive && !wasLive) ownTyping.repeat()
    wasLive = isLive
    if (isLive) shown.sendSoon()
    else if (link.is !== 'catching-up') {
      shown.forgetSent()
      if (present.size === 0) return
      present.clear()
      listeners.notify()
    }
  }

  const unlisten = sync.ephemeral.listen(receive)
  const unsubscribe = sync.status.subscribe(followLink)

  return {
    isPresent: (thread) => present.has(thread),
    typists: (thread) => typists.inThread(thread),
    subscribe: (notify) => listeners.add(notify),
    show: (thread) => shown.show(thread),
    setTyping: (thread, on) => ownTyping.set(thread, on),
    stop() {
      unlisten()
      unsubscribe()
      shown.stop()
      ownTyping.stop()
      typists.stop()
    },
  }
}
