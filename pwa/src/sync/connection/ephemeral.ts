// Ephemeral items of the connection: typing, presence, parts of replies. They are not stored. All tabs of the
// user receive them.
import { makeListeners } from '../../lib/listeners'
import type { EphemeralItem, OutgoingItem } from '../protocol/protocol'
import type { Tabs } from '../tabs/channel'

export interface Ephemeral {
  send(item: OutgoingItem): void
  /** Calls `receive` with each later batch of the server's items. Returns a function that unsubscribes. */
  listen(receive: (items: EphemeralItem[]) => void): () => void
}

export interface EphemeralRelay extends Ephemeral {
  /** Called by the tab that has the connection. */
  receive(items: EphemeralItem[]): void
}

/** Sends and receives ephemeral items. Only one tab has the connection, so the other tabs go through it. */
export function joinEphemeral(
  tabs: Tabs,
  connection: () => { send(item: OutgoingItem): void } | null,
): EphemeralRelay {
  const listeners = makeListeners<[EphemeralItem[]]>()
  tabs.listen((message) => {
    if (message.is === 'say') connection()?.send(message.saying)
    if (message.is === 'heard') listeners.notify(message.items)
  })
  return {
    send(item) {
      const ownConnection = connection()
      if (ownConnection) ownConnection.send(item)
      else tabs.post({ is: 'say', saying: item })
    },
    listen: (receive) => listeners.add(receive),
    receive(items) {
      listeners.notify(items)
      tabs.post({ is: 'heard', items })
    },
  }
}
