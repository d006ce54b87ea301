// Sends what waits in the outbox: one entry per lane at a time, and a timer whenever anything waits.
import type { OutboxEntry } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { serverNow } from '../../lib/clock'
import type * as Answers from '../replica/apply-response'
import type { Answer, Doors } from '../connection/endpoints'
import { plan, type EntryEvent } from './state-machine'
import { answer as note, change, changeAll, laneHeads } from './store'

export interface OutboxRunner {
  /**
   * This tab leads now: whoever was sending has gone (and if not, ids keep a second sending harmless), and the person
   * is signed in as far as known. Then look.
   */
  start(): Promise<void>
  /** Look for entries that are due. Resolves when nothing is due or under way any more. */
  look(): Promise<void>
  /** Put every entry through the machine, then look. */
  all(event: EntryEvent): Promise<void>
  /** Nothing touches the replica after this resolves; what is under way is sent again by whoever comes next. */
  stop(): Promise<void>
}

/** The net below every wait: a timer that was lost, or another tab's work. */
const SAFETY_MS = 60_000
const RENEW_MS = 30_000
const STORE_TROUBLE_MS = 5_000

export interface OutboxParts {
  replica: Replica
  doors: Doors
  tab: string
  random: () => number
  /** BG2: wait until nobody else on this device sends; gives how to let others. */
  alone: () => Promise<() => void>
  /** The server has taken something: it can be reached. */
  delivered?: () => void
  /** Something could not be delivered now. */
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

  /** Work on the replica, one after another, so that stop() can wait for it. */
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
    // Nobody else takes an entry whose request goes on, however long that is.
    const renewing = setInterval(() => void store(() => change(replica, id, { is: 'renew', tab }, random)).catch(() => undefined), RENEW_MS)
    const signInsBefore = signIns
    const [answer, answers] = await Promise.all([deliver(entry), import('../replica/apply-response')]).finally(() => clearInterval(renewing))
    if (stopped) return
    if (answer.is === 'ok') {
      delivered?.()
      await store(() => answer.settled(answers))
    } else if (answer.is === 'unauthorized') {
      await store(async () => {
        // The request went with the token of a session that has been replaced since: no further sign-in would follow.
        if (signIns > signInsBefore) return note(replica, entry, { is: 'later', why: 'network', after: 0, unsent: true }, random)
        await note(replica, entry, { is: 'unauthorized' }, random)
        await changeAll(replica, { is: 'sign-in-needed' }, random)
      })
    } else {
      await store(() => note(replica, entry, answer, random))
      if (answer.is === 'later') delayed?.()
    }
  }

  /** One request: of an edit the take-back goes first, as an attempt of its own. */
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
