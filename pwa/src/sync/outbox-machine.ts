// The outbox's state machine: what becomes of an entry at each event, and which entries go next. Pure.
import type { OutboxEntry } from '../db/rows'
import { fullJitter } from '../lib/jitter'

const LEASE_MS = 30_000
const BACKOFF = [1_000, 300_000] as const
const LANES = 4

export type EntryState = OutboxEntry['state']

type EntryEventMap = {
  take: { tab: string }
  /** The door said 'later'. `after` in ms. */
  later: { why: 'network' | 'timeout' | 'busy'; after: number }
  unauthorized: object
  refused: { code: string; message: string }
  /** Who sent it has not come back in time. */
  'lease-over': object
  /** Nobody can send until the person signs in. */
  'sign-in-needed': object
  'signed-in': object
  /** There is a connection again: a wait that was only for the network ends. */
  'net-back': object
  /** Everything waiting is to be tried now. */
  hurry: object
  /** The person wants this one sent now. `id` is for an entry that needs a new one. */
  retry: { id: string }
  edit: { id: string; content: string }
  discard: object
}
type EntryEventName = keyof EntryEventMap
export type EntryEvent = { [E in EntryEventName]: { is: E } & EntryEventMap[E] }[EntryEventName]

export interface Env {
  now: number
  random: () => number
}

/** The entry as it is now; 'gone' when a person dropped it; 'not-now' when it is on its way. */
export type Outcome = OutboxEntry | 'gone' | 'not-now'
type Cell<E extends EntryEventName> = (entry: OutboxEntry, event: { is: E } & EntryEventMap[E], env: Env) => Outcome

const same: Cell<EntryEventName> = (entry) => entry
const gone: Cell<'discard'> = () => 'gone'
const notNow: Cell<EntryEventName> = () => 'not-now'

const take: Cell<'take'> = (entry, { tab }, { now }) => ({
  ...entry,
  state: 'sending',
  attempts: entry.attempts + 1,
  lease: { tab, until: now + LEASE_MS },
})

const later: Cell<'later'> = (entry, { why, after }, { now, random }) => ({
  ...entry,
  state: 'queued',
  lease: null,
  next_at: now + Math.max(after, fullJitter(entry.attempts, ...BACKOFF, random)),
  error: { code: why, message: '' },
  unconfirmed: entry.unconfirmed || why === 'timeout',
})

const waitForSignIn: Cell<EntryEventName> = (entry) => ({ ...entry, state: 'waiting-for-sign-in', lease: null })

const refuse: Cell<'refused'> = (entry, { code, message }) => ({
  ...entry,
  state: 'refused',
  lease: null,
  error: { code, message },
  unconfirmed: false,
})

const resume: Cell<EntryEventName> = (entry, _event, { now }) => ({ ...entry, state: 'queued', lease: null, next_at: now })

const overdue: Cell<'lease-over'> = (entry, _event, { now }) => ({
  ...entry,
  state: 'queued',
  lease: null,
  next_at: now,
  unconfirmed: true,
})

const netBack: Cell<'net-back'> = (entry, _event, { now }) =>
  entry.error?.code === 'busy' ? entry : { ...entry, next_at: Math.min(entry.next_at, now) }

/** MU2: an id that the server knows with another body will never be taken. */
const retry: Cell<'retry'> = (entry, { id }, { now }) => {
  const next: OutboxEntry = { ...entry, state: 'queued', next_at: now, error: null }
  return entry.error?.code === 'message_id_taken' ? renamed(next, id) : next
}

/** The server may have seen this id with the former text, so the new text gets an id of its own. */
const edit: Cell<'edit'> = (entry, { id, content }, { now }) => {
  if (entry.kind !== 'messages.send') return entry
  const body = { ...entry.body, content }
  const next: OutboxEntry = { ...entry, body, state: 'queued', next_at: now, error: null, unconfirmed: false, attempts: 0 }
  return entry.attempts > 0 ? renamed(next, id) : next
}

function renamed(entry: OutboxEntry, id: string): OutboxEntry {
  return entry.kind === 'messages.send' ? { ...entry, id, body: { ...entry.body, id } } : entry
}

// prettier-ignore
export const ENTRY_TABLE: { [E in EntryEventName]: { [S in EntryState]: Cell<E> } } = {
  take:             { queued: take,          sending: same,          refused: same,   'waiting-for-sign-in': same },
  later:            { queued: same,          sending: later,         refused: same,   'waiting-for-sign-in': same },
  unauthorized:     { queued: same,          sending: waitForSignIn, refused: same,   'waiting-for-sign-in': same },
  refused:          { queued: same,          sending: refuse,        refused: same,   'waiting-for-sign-in': same },
  'lease-over':     { queued: same,          sending: overdue,       refused: same,   'waiting-for-sign-in': same },
  'sign-in-needed': { queued: waitForSignIn, sending: same,          refused: same,   'waiting-for-sign-in': same },
  'signed-in':      { queued: same,          sending: same,          refused: same,   'waiting-for-sign-in': resume },
  'net-back':       { queued: netBack,       sending: same,          refused: same,   'waiting-for-sign-in': same },
  hurry:            { queued: resume,        sending: same,          refused: same,   'waiting-for-sign-in': same },
  retry:            { queued: retry,         sending: same,          refused: retry,  'waiting-for-sign-in': retry },
  edit:             { queued: edit,          sending: notNow,        refused: edit,   'waiting-for-sign-in': edit },
  discard:          { queued: gone,          sending: notNow,        refused: gone,   'waiting-for-sign-in': gone },
}

export function stepEntry(entry: OutboxEntry, event: EntryEvent, env: Env): Outcome {
  return enter(entry, event, env)
}

function enter<E extends EntryEventName>(entry: OutboxEntry, event: { is: E } & EntryEventMap[E], env: Env): Outcome {
  const row: { [S in EntryState]: Cell<E> } = ENTRY_TABLE[event.is]
  return row[entry.state](entry, event, env)
}

export interface Plan {
  /** Ids to send now, at most one per lane. */
  send: string[]
  /** Ids whose sender is overdue. */
  free: string[]
  /** When to look again, in ms; null if only a person or a sign-in can change anything. */
  wakeAt: number | null
}

/** MU6: the first entry of each lane that is not refused, in the order written; `busy` lanes are being sent by us. */
export function plan(entries: readonly OutboxEntry[], busy: ReadonlySet<string>, now: number): Plan {
  const heads = new Map<string, OutboxEntry>()
  for (const entry of [...entries].sort((a, b) => a.n - b.n)) {
    if (entry.state !== 'refused' && !heads.has(entry.lane)) heads.set(entry.lane, entry)
  }
  const result: Plan = { send: [], free: [], wakeAt: null }
  let slots = LANES - busy.size
  const wake = (at: number): void => {
    result.wakeAt = Math.min(result.wakeAt ?? Infinity, at)
  }
  for (const entry of [...heads.values()].sort((a, b) => a.next_at - b.next_at)) {
    if (busy.has(entry.lane) || entry.state === 'waiting-for-sign-in') continue
    const [due, most] =
      entry.state === 'sending' ? [entry.lease?.until ?? now, LEASE_MS] : [entry.next_at, BACKOFF[1]]
    // A time further off than any wait of ours was made by a clock that has since been set back.
    if (due > now && due <= now + most) wake(due)
    else if (entry.state === 'sending') result.free.push(entry.id)
    else if (slots > 0) {
      result.send.push(entry.id)
      slots -= 1
    }
  }
  return result
}
