// What tabs of one person say to each other.
import type { Heard, Saying } from '../connection/protocol'
import type { Link } from '../status/status'

export type TabMessage =
  /** TB2: a tab in view asks to lead; the leader steps back, or is in view too and says so. */
  | { is: 'want' }
  | { is: 'beat' }
  /** The outbox has something new. */
  | { is: 'look' }
  /** Send everything waiting now; answered by 'flushed' with the same number. */
  | { is: 'flush'; n: string }
  | { is: 'flushed'; n: string }
  /** EP: for the tab that has the connection to say, and what it has heard. */
  | { is: 'say'; saying: Saying }
  | { is: 'heard'; items: Heard[] }
  /** Connect and load again, because a person asks for it. */
  | { is: 'again' }
  | { is: 'link?' }
  | { is: 'link'; link: Link }

export interface Tabs {
  say(message: TabMessage): void
  listen(hear: (message: TabMessage) => void): () => void
  close(): void
}

export function joinTabs(userId: string): Tabs {
  const channel = new BroadcastChannel(`sync:${userId}`)
  const listeners = new Set<(message: TabMessage) => void>()
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    for (const hear of [...listeners]) hear(data)
  }
  let closed = false
  return {
    say(message) {
      if (!closed) channel.postMessage(message)
    },
    listen(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    close() {
      closed = true
      listeners.clear()
      channel.close()
    },
  }
}
