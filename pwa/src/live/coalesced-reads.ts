// Reads changed rows, one read at a time. All changes during a read are handled together by the next read.
import { type Changes, followTables, mergeChanges } from '../db/follow'
import type { Replica } from '../db/schema'
import { makeWorkQueue } from '../lib/work-queue'

export interface CoalescedReads {
  /** Runs `work` after the reads that are already queued, and before later ones. */
  enqueue: <T>(work: () => Promise<T>) => Promise<T>
  stop: () => void
}

/**
 * Calls `read` with all changes since its last call. If `read` fails, calls `onFailed`. The next change then
 * retries the failed read too.
 */
export function coalesceReads(
  replica: Replica,
  tables: readonly string[],
  read: (changes: Changes) => Promise<void>,
  onFailed: () => void,
): CoalescedReads {
  let waiting: Changes = new Map()
  const queue = makeWorkQueue()
  let queued = false
  let stopped = false

  const readWaiting = async () => {
    const changes = waiting
    waiting = new Map()
    queued = false
    if (stopped || changes.size === 0) return
    await read(changes).catch(() => {
      waiting = mergeChanges(changes, waiting)
      if (!stopped) onFailed()
    })
  }
  const unfollow = followTables(replica, tables, (changes) => {
    waiting = mergeChanges(waiting, changes)
    if (!queued) void queue.add(readWaiting)
    queued = true
  })
  return {
    enqueue: (work) => queue.add(work),
    stop() {
      stopped = true
      unfollow()
    },
  }
}
