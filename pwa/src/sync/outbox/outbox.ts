// Runs the outbox: decides when to check for due entries, and begins an attempt of one entry per partition at
// a time. A timer runs whenever an entry waits.
import type { OutboxEntry } from '../../db/rows/outbox'
import { serverNow } from '../../lib/time/clock'
import { makeWorkQueue } from '../../lib/work-queue'
import { attempt, type SendParts } from './attempt'
import { plan, type EntryEvent } from './state-machine'
import { change, changeAll, partitionHeads } from './store'

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
   * Stops. The runner does not access the replica after this resolves. The next sender repeats unfinished
   * requests.
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
  const busy = new Map<string, Promise<void>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let checking: Promise<void> | null = null
  let checkAgain = false
  let stopped = false
  let signIns = 0
  let release: (() => void) | null = null
  const attemptParts = { ...parts, inOrder: queue.add, signIns: () => signIns, isStopped: () => stopped }

  function wakeIn(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void sendDue(), Math.max(0, Math.min(ms, MAX_CHECK_MS)))
  }

  async function checkOnce(): Promise<void> {
    try {
      const heads = await queue.add(() => partitionHeads(replica))
      const next = plan(heads, new Set(busy.keys()), serverNow())
      for (const id of next.free) await queue.add(() => change(replica, id, { is: 'lease-over' }, random))
      if (next.free.length > 0) checkAgain = true
      if (next.send.length > 0) release ??= await acquireLock()
      if (stopped || (next.send.length === 0 && busy.size === 0)) releaseLock()
      else for (const entry of heads) if (next.send.includes(entry.id)) begin(entry)
      if (heads.length > 0) wakeIn((next.wakeAt ?? Infinity) - serverNow())
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
      while (checkAgain && !stopped) {
        checkAgain = false
        await checkOnce()
      }
      checking = null
    })()
    return checking
  }

  async function sendDue(): Promise<void> {
    await checkNow()
    while (busy.size > 0 && !stopped) {
      await Promise.race(busy.values())
      await checkNow()
    }
  }

  function begin(entry: OutboxEntry): void {
    const sending = attempt(entry.id, attemptParts)
      .catch(() => wakeIn(STORE_RETRY_MS))
      .finally(() => {
        busy.delete(entry.lane)
        if (!stopped) void checkNow()
      })
    busy.set(entry.lane, sending)
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
      stopped = true
      clearTimeout(timer)
      releaseLock()
      await queue.stop()
    },
  }
}
