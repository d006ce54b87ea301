// What passes by on the connection: who types and who is there. Not stored; told to every tab of this person.
import type { Heard, Saying } from './protocol'
import type { Tabs } from '../tabs/channel'

export interface Passing {
  say(saying: Saying): void
  /** `hear` gets what the server tells from now on; returns how to stop. */
  listen(hear: (items: Heard[]) => void): () => void
}

export interface PassingLane extends Passing {
  /** Called by the tab that has the connection. */
  heard(items: Heard[]): void
}

/** Only one tab has the connection: the others speak and hear through it. */
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
