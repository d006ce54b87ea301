// Reads changed rows, one read at a time. Changes during a read are collected for one next read.
import { type Changes, followTables, joined } from '../db/follow'
import type { Replica } from '../db/schema'

export interface KeepUp {
  /** Runs `work` after the reads that are already queued, and before later ones. */
  inLine: <T>(work: () => Promise<T>) => Promise<T>
  stop: () => void
}

/**
 * Calls `read` with all changes since its last call. If it fails, calls `failed`; the next change retries.
 */
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
