// The broadcast channel between the tabs of one user.
import { makeListeners } from '../../lib/listeners'
import type { EphemeralItem, OutgoingItem } from '../protocol/protocol'
import type { Link } from './link'

export type TabMessage =
  /** TB2: a visible tab asks to lead. The leader gives up leading, or answers 'beat' if it is visible too. */
  | { is: 'want' }
  | { is: 'beat' }
  /** The outbox has a new entry, which the leader must send. */
  | { is: 'look' }
  /** Send all waiting entries now. The leader answers with 'flushed' and the same number. */
  | { is: 'flush'; n: string }
  | { is: 'flushed'; n: string }
  /** EP: an ephemeral item for the leader to send, and the ephemeral items that it received. */
  | { is: 'say'; saying: OutgoingItem }
  | { is: 'heard'; items: EphemeralItem[] }
  /** Reconnect and load again, because the user requested it. */
  | { is: 'again' }
  | { is: 'link?' }
  | { is: 'link'; link: Link }

export interface Tabs {
  post(message: TabMessage): void
  listen(receive: (message: TabMessage) => void): () => void
  close(): void
}

export function joinTabs(userId: string): Tabs {
  const channel = new BroadcastChannel(`sync:${userId}`)
  const listeners = makeListeners<[TabMessage]>()
  let closed = false
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (!closed) listeners.notify(data)
  }
  return {
    post(message) {
      if (!closed) channel.postMessage(message)
    },
    listen: (receive) => listeners.add(receive),
    close() {
      closed = true
      channel.close()
    },
  }
}
