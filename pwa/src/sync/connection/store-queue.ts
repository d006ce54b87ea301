// A queue of the connection's replica work: one at a time, in the order of `add`.

/** Runs `work` after all earlier work. Rejects if `work` does; the queue continues. */
export type InOrder = <T>(work: () => Promise<T>) => Promise<T>

interface StoreQueue {
  add: InOrder
  /** Resolves when all work added so far is done. */
  idle(): Promise<void>
}

export function makeStoreQueue(): StoreQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(work) {
      const done = last.then(work)
      last = done.catch(() => undefined)
      return done
    },
    async idle() {
      await last
    },
  }
}
