// The listeners of one source of events.

export interface Listeners<Args extends unknown[] = []> {
  /** Returns a function that removes the listener. */
  add(listener: (...args: Args) => void): () => void
  /** Calls the listeners that exist now. A listener may add or remove listeners. */
  notify(...args: Args): void
  count(): number
}

export function makeListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(...args) {
      for (const listener of [...listeners]) listener(...args)
    },
    count: () => listeners.size,
  }
}
