// Sends the outbox: one entry per partition at a time. A timer runs whenever an entry waits.
import type { OutboxEntry } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { serverNow } from '../../lib/clock'
import type * as Answers from '../replica/apply-response'
import type { Answer, Doors } from '../connection/endpoints'
import { plan, type EntryEvent } from './state-machine'
import { answer as note, change, changeAll, laneHeads } from './store'

export interface OutboxRunner {
  /**
   * Starts when this tab becomes the leader. Ends all leases, because the former leader has stopped (if it
   * has not, the message ids make a second attempt harmless), assumes that the user is signed in, then sends
   * due entries.
   */
  start(): Promise<void>
  /** Sends due entries. Resolves when no entry is due or being sent. */
  look(): Promise<void>
  /** Applies an event to all entries, then sends due entries. */
  all(event: EntryEvent): Promise<void>
  /** Stops. Does not access the replica after this resolves; the next sender repeats unfinished requests. */
  stop(): Promise<void>
}

/** The longest time between two checks, in case a timer is lost or another tab has added an entry. */
const SAFETY_MS = 60_000
const RENEW_MS = 30_000
const STORE_TROUBLE_MS = 5_000

export interface OutboxParts {
  replica: Replica
  doors: Doors
  tab: string
  random: () => number
  /**
   * BG2: waits until no other sender on this device is active. Returns a function that lets the next one
   * send.
   */
  alone: () => Promise<() => void>
  /** Called when the server has accepted an entry, which proves that it can be reached. */
  delivered?: () => void
  /** Called when an entry could not be delivered now. */
  delayed?: () => void
}

export function runOutbox({ replica, doors, tab, random, alone, delivered, delayed }: OutboxParts): OutboxRunner {
  const busy = new Map<string, Promise<void>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let storing: Promise<unknown> = Promise.resolve()
  let looking: Promise<void> | null = null
  let lookAgain = false
  let stopped = false
  let signIns = 0
  let release: (() => void) | null = null

  /** Runs replica work one at a time, so that stop() can wait for it. */
  function store<T>(work: () => Promise<T>): Promise<T> {
    const done = storing.then(() => {
      if (stopped) throw new Error('stopped')
      return work()
    })
    storing = done.catch(() => undefined)
    return done
  }

  function wakeIn(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void look(), Math.max(0, Math.min(ms, SAFETY_MS)))
  }

  async function lookOnce(): Promise<void> {
    try {
      const heads = await store(() => laneHeads(replica))
      const next = plan(heads, new Set(busy.keys()), serverNow())
      for (const id of next.free) await store(() => change(replica, id, { is: 'lease-over' }, random))
      if (next.free.length > 0) lookAgain = true
      if (next.send.length > 0) release ??= await alone()
      if (stopped || (next.send.length === 0 && busy.size === 0)) letOthers()
      else for (const entry of heads) if (next.send.includes(entry.id)) begin(entry)
      if (heads.length > 0) wakeIn((next.wakeAt ?? Infinity) - serverNow())
    } catch {
      wakeIn(STORE_TROUBLE_MS)
    }
  }

  function letOthers(): void {
    release?.()
    release = null
  }

  function lookNow(): Promise<void> {
    lookAgain = true
    looking ??= (async () => {
      while (lookAgain && !stopped) {
        lookAgain = false
        await lookOnce()
      }
      looking = null
    })()
    return looking
  }

  async function look(): Promise<void> {
    await lookNow()
    while (busy.size > 0 && !stopped) {
      await Promise.race(busy.values())
      await lookNow()
    }
  }

  function begin(entry: OutboxEntry): void {
    const sending = send(entry.id)
      .catch(() => wakeIn(STORE_TROUBLE_MS))
      .finally(() => {
        busy.delete(entry.lane)
        if (!stopped) void lookNow()
      })
    busy.set(entry.lane, sending)
  }

  async function send(id: string): Promise<void> {
    const entry = await store(() => change(replica, id, { is: 'take', tab }, random))
    if (entry?.state !== 'sending' || entry.lease?.tab !== tab) return
    // Renew the lease, so that no other sender takes the entry during a long request.
    const renewing = setInterval(() => void store(() => change(replica, id, { is: 'renew', tab }, random)).catch(() => undefined), RENEW_MS)
    const signInsBefore = signIns
    const [answer, answers] = await Promise.all([deliver(entry), import('../replica/apply-response')]).finally(() => clearInterval(renewing))
    if (stopped) return
    if (answer.is === 'ok') {
      delivered?.()
      await store(() => answer.settled(answers))
    } else if (answer.is === 'unauthorized') {
      await store(async () => {
        // Retry if the user has signed in during the request: its token was old, and no further sign-in would
        // follow.
        if (signIns > signInsBefore) return note(replica, entry, { is: 'later', why: 'network', after: 0, unsent: true }, random)
        await note(replica, entry, { is: 'unauthorized' }, random)
        await changeAll(replica, { is: 'sign-in-needed' }, random)
      })
    } else {
      await store(() => note(replica, entry, answer, random))
      if (answer.is === 'later') delayed?.()
    }
  }

  /** Sends one request. For an edit, the first attempt is the take-back of the old message. */
  async function deliver(entry: OutboxEntry): Promise<Exclude<Answer<never>, { is: 'ok' }> | { is: 'ok'; settled: (answers: typeof Answers) => Promise<void> }> {
    if (entry.kind === 'messages.take_back' || (entry.kind === 'messages.send' && entry.replaces !== undefined)) {
      const answer = await doors.takeBack(entry.replaces ?? entry.id, entry.body.client_id)
      return answer.is === 'ok' ? { is: 'ok', settled: (answers) => answers.settleTakeBack(replica, entry, answer.value, random) } : answer
    }
    const answer = await (entry.kind === 'messages.send' ? doors.sendMessage(entry.body) : doors.readThread(entry.body))
    return answer.is === 'ok' ? { is: 'ok', settled: (answers) => answers.settle(replica, entry, answer.value) } : answer
  }

  return {
    async start() {
      await store(() => changeAll(replica, { is: 'lease-over' }, random))
      await store(() => changeAll(replica, { is: 'signed-in' }, random))
      await look()
    },
    look,
    async all(event) {
      if (event.is === 'signed-in') signIns += 1
      await store(() => changeAll(replica, event, random))
      await look()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      letOthers()
      await storing
    },
  }
}
