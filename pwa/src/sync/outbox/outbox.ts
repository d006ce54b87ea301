// Runs the outbox: decides when to check for due entries, and begins an attempt of one entry per partition at
// a time. A timer runs whenever an entry waits.
import type { OutboxEntry } from '../../db/rows/outbox'
import { serverNow } from '../../lib/time/clock'
import { makeWorkQueue } from '../../lib/work-queue'
import { attempt, type SendParts } from './attempt'
import { plan, type EntryEvent } from './state-machine'
import { changeEntry, changeAll, partitionHeads } from './store'

export interface OutboxRunner {
  /**
   * Called when this tab becomes the leader. Ends all leases, because the former leader has stopped. (If it
   * has not, the message ids make a second attempt harmless.) Treats the user as signed in, then sends due
   * entries.
   */
  start(): Promise<void>
  /** Sends due entries. Resolves when no entry is due or being sent. */
  sendDue(): Promise<void>
  /** Applies an event to all entries, then sends due entries. */
  applyAll(event: EntryEvent): Promise<void>
  /**
   * Stops, and ends uploads. After this resolves, the runner only deletes the stored file of a message that
   * the server has just accepted. The next sender repeats unfinished requests and continues uploads.
   */
  stop(): Promise<void>
}

/** The longest time between two checks, in case a timer is lost or another tab has added an entry. */
const MAX_CHECK_MS = 60_000
const STORE_RETRY_MS = 5_000

export interface OutboxParts extends SendParts {
  /**
   * BG2: waits until no other sender on this device is active. Returns a function that lets the next one
   * send.
   */
  acquireLock: () => Promise<() => void>
}

export function runOutbox(parts: OutboxParts): OutboxRunner {
  const { replica, random, acquireLock } = parts
  /** Runs all work on the replica, so that stop() can wait for it. */
  const queue = makeWorkQueue()
  /** The attempt that runs in each partition. */
  const attempts = new Map<string, Promise<void>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let checking: Promise<void> | null = null
  let checkAgain = false
  const stopping = new AbortController()
  const { signal } = stopping
  let signIns = 0
  let release: (() => void) | null = null
  const attemptParts = { ...parts, runInOrder: queue.add, signIns: () => signIns, signal }

  function wakeIn(ms: number): void {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(() => void sendDue(), Math.max(0, Math.min(ms, MAX_CHECK_MS)))
  }

  async function checkOnce(): Promise<void> {
    try {
      const heads = await queue.add(() => partitionHeads(replica))
      const nextPlan = plan(heads, new Set(attempts.keys()), serverNow())
      for (const id of nextPlan.expired)
        await queue.add(() => changeEntry(replica, id, { is: 'lease-over' }, random))
      if (nextPlan.expired.length > 0) checkAgain = true
      if (nextPlan.send.length > 0) release ??= await acquireLock()
      if (signal.aborted || (nextPlan.send.length === 0 && attempts.size === 0)) releaseLock()
      else for (const entry of heads) if (nextPlan.send.includes(entry.id)) beginAttempt(entry)
      if (heads.length > 0) wakeIn((nextPlan.wakeAt ?? Infinity) - serverNow())
    } catch {
      wakeIn(STORE_RETRY_MS)
    }
  }

  function releaseLock(): void {
    release?.()
    release = null
  }

  function checkNow(): Promise<void> {
    checkAgain = true
    checking ??= (async () => {
      while (checkAgain && !signal.aborted) {
        checkAgain = false
        await checkOnce()
      }
      checking = null
    })()
    return checking
  }

  async function sendDue(): Promise<void> {
    await checkNow()
    while (attempts.size > 0 && !signal.aborted) {
      await Promise.race(attempts.values())
      await checkNow()
    }
  }

  function beginAttempt(entry: OutboxEntry): void {
    const sending = attempt(entry.id, attemptParts)
      .catch(() => wakeIn(STORE_RETRY_MS))
      .finally(() => {
        attempts.delete(entry.lane)
        if (!signal.aborted) void checkNow()
      })
    attempts.set(entry.lane, sending)
  }

  return {
    async start() {
      await queue.add(() => changeAll(replica, { is: 'lease-over' }, random))
      await queue.add(() => changeAll(replica, { is: 'signed-in' }, random))
      await sendDue()
    },
    sendDue,
    async applyAll(event) {
      if (event.is === 'signed-in' || event.is === 'accepted') signIns += 1
      await queue.add(() => changeAll(replica, event, random))
      await sendDue()
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      releaseLock()
      await queue.stop()
    },
  }
}
