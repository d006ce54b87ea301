// A value that can be read and subscribed to, as React's useSyncExternalStore requires.

export interface Readable<T> {
  get: () => T
  subscribe: (notify: () => void) => () => void
}

export interface Store<T> extends Readable<T> {
  set: (next: T) => void
}

/** A store that notifies subscribers only if the new value has different JSON. */
export function makeStore<T>(first: T): Store<T> {
  let value = first
  let text = JSON.stringify(first)
  // This does not use `makeListeners`, because the sign-in would have to load that module too and has no
  // budget left.
  const subscribers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const nextText = JSON.stringify(next)
      if (nextText === text) return
      value = next
      text = nextText
      for (const notify of [...subscribers]) notify()
    },
    subscribe(notify) {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
  }
}
