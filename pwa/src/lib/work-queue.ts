// A queue of asynchronous work. It runs one piece of work at a time, in the order of `add`.

/**
 * Runs `work` after all earlier work. Rejects if `work` rejects. After `stop`, rejects without running
 * `work`.
 */
export type RunInOrder = <T>(work: () => Promise<T>) => Promise<T>

interface WorkQueue {
  add: RunInOrder
  /** Prevents later work from running. Resolves when the running work is done. */
  stop(): Promise<void>
}

export function makeWorkQueue(): WorkQueue {
  let last: Promise<unknown> = Promise.resolve()
  let stopped = false
  return {
    add(work) {
      const done = last.then(() => {
        if (stopped) throw new Error('stopped')
        return work()
      })
      // The queue continues after work that fails.
      last = done.catch(() => undefined)
      return done
    },
    async stop() {
      stopped = true
      await last
    },
  }
}
