// What the connection does to the replica, strictly one after another, in the order it was asked.

interface StoreQueue {
  /** Do `work` after everything asked before it. Rejects as the work does; the queue goes on. */
  add<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when everything asked so far is done. */
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
