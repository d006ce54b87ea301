// Reads what changed, one read at a time: what changes during a read is read next, together.
import { type Changes, followTables, joined } from '../db/follow'
import type { Replica } from '../db/schema'

export interface KeepUp {
  /** Puts `work` in line with the reads of changes. */
  inLine: <T>(work: () => Promise<T>) => Promise<T>
  stop: () => void
}

/** `read` gets all that was touched since its last call; when it fails, `failed` is told and the next change tries again. */
export function keepUp(
  replica: Replica,
  tables: readonly string[],
  read: (changes: Changes) => Promise<void>,
  failed: () => void,
): KeepUp {
  let waiting: Changes = new Map()
  let line: Promise<unknown> = Promise.resolve()
  let queued = false
  let stopped = false

  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const done = line.then(work)
    line = done.catch(() => undefined)
    return done
  }
  const readWaiting = async () => {
    const changes = waiting
    waiting = new Map()
    queued = false
    if (stopped || changes.size === 0) return
    await read(changes).catch(() => {
      waiting = joined(changes, waiting)
      if (!stopped) failed()
    })
  }
  const unfollow = followTables(replica, tables, (changes) => {
    waiting = joined(waiting, changes)
    if (!queued) void inLine(readWaiting)
    queued = true
  })
  return {
    inLine,
    stop() {
      stopped = true
      unfollow()
    },
  }
}
