// Ephemeral items of the connection: typing, presence, parts of replies. Not stored; sent to all tabs of the
// user.
import type { Heard, Saying } from './protocol'
import type { Tabs } from '../tabs/channel'

export interface Passing {
  say(saying: Saying): void
  /** Calls `hear` with the items that the server sends from now on. Returns a function that unsubscribes. */
  listen(hear: (items: Heard[]) => void): () => void
}

export interface PassingLane extends Passing {
  /** Called by the tab that has the connection. */
  heard(items: Heard[]): void
}

/** Sends and receives ephemeral items. Only one tab has the connection, so the other tabs go through it. */
export function joinPassing(tabs: Tabs, connection: () => { say(saying: Saying): void } | null): PassingLane {
  const listeners = new Set<(items: Heard[]) => void>()
  const hearHere = (items: Heard[]): void => {
    for (const hear of [...listeners]) hear(items)
  }
  tabs.listen((message) => {
    if (message.is === 'say') connection()?.say(message.saying)
    if (message.is === 'heard') hearHere(message.items)
  })
  return {
    say(saying) {
      const mine = connection()
      if (mine) mine.say(saying)
      else tabs.say({ is: 'say', saying })
    },
    listen(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    heard(items) {
      hearHere(items)
      tabs.say({ is: 'heard', items })
    },
  }
}
