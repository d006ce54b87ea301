// The outbox's state machine: what becomes of an entry at each event, and which entries go next. Pure.
import type { OutboxEntry } from '../../db/rows/rows'
import { fullJitter } from '../../lib/jitter'
import { canEdit, isLimited, isLostId, mayHaveArrived, takeBackLane } from './entry'

/** Renewed while the request goes on, also where a hidden page's timers fire once a minute. */
const LEASE_MS = 90_000
const BACKOFF = [1_000, 300_000] as const
const LANES = 4
const TOLD_TO_WAIT = 'told-to-wait'

export type EntryState = OutboxEntry['state']

type EntryEventMap = {
  take: { tab: string }
  /** The request of this tab is still under way. */
  renew: { tab: string }
  /** The door said 'later'. `after` in ms. `unsent`: nothing can have reached the server. */
  later: { why: 'network' | 'timeout' | 'busy' | 'limited'; after: number; unsent?: boolean }
  unauthorized: object
  /** `after`: the time of the last message of its thread by now. */
  refused: { code: string; message: string; after?: string }
  /** Who sent it has not come back in time. */
  'lease-over': object
  /** Nobody can send until the person signs in. */
  'sign-in-needed': object
  'signed-in': object
  /** There is a connection again: a wait ends, unless the server has asked for it. */
  'net-back': object
  /** Everything waiting is to be tried now. */
  hurry: object
  /** The person wants this one sent now. `id` is for an entry that needs a new one. */
  retry: { id: string }
  edit: { id: string; content: string }
  discard: object
  /** MU8: the server has taken back the message that this entry wanted taken back. */
  'taken-back': object
}
type EntryEventName = keyof EntryEventMap
export type EntryEvent = { [E in EntryEventName]: { is: E } & EntryEventMap[E] }[EntryEventName]

export interface Env {
  now: number
  random: () => number
}

/** The entry as it is now; 'gone' when nothing is left to do for it. */
export type Outcome = OutboxEntry | 'gone'
type Cell<E extends EntryEventName> = (entry: OutboxEntry, event: { is: E } & EntryEventMap[E], env: Env) => Outcome

const same: Cell<EntryEventName> = (entry) => entry

const take: Cell<'take'> = (entry, { tab }, { now }) => ({
  ...entry,
  state: 'sending',
  attempts: entry.attempts + 1,
  lease: { tab, until: now + LEASE_MS },
})

const renew: Cell<'renew'> = (entry, { tab }, { now }) =>
  entry.lease?.tab === tab ? { ...entry, lease: { tab, until: now + LEASE_MS } } : entry

const later: Cell<'later'> = (entry, { why, after, unsent = false }, { now, random }) => ({
  ...entry,
  state: 'queued',
  lease: null,
  next_at: now + Math.max(after, fullJitter(entry.attempts, ...BACKOFF, random)),
  error: { code: why === 'busy' && after > 0 ? TOLD_TO_WAIT : why, message: '' },
  unconfirmed: entry.unconfirmed || !unsent,
})

const waitForSignIn: Cell<EntryEventName> = (entry) => ({ ...entry, state: 'waiting-for-sign-in', lease: null })

const refuse: Cell<'refused'> = (entry, { code, message, after = '' }) => ({
  ...entry,
  state: 'refused',
  refused_after: after,
  lease: null,
  error: { code, message },
})

const resume: Cell<EntryEventName> = (entry, _event, { now }) => ({ ...entry, state: 'queued', lease: null, next_at: now })

const overdue: Cell<'lease-over'> = (entry, _event, { now }) => ({
  ...entry,
  state: 'queued',
  lease: null,
  next_at: now,
  unconfirmed: true,
})

const hurry: Cell<'hurry'> = (entry, event, env) => (isLimited(entry) ? entry : resume(entry, event, env))

const netBack: Cell<'net-back'> = (entry, _event, { now }) =>
  entry.error?.code === TOLD_TO_WAIT || isLimited(entry) ? entry : { ...entry, next_at: Math.min(entry.next_at, now) }

/** After MU9 a retry means: send the new text although the old one stays. */
const retry: Cell<'retry'> = (entry, { id }, { now }) => {
  const from = entry.error?.code === 'already_read' ? withoutOld(entry) : entry
  const next: OutboxEntry = { ...from, state: 'queued', next_at: now, error: null }
  return isLostId(entry) ? renamed(next, id) : next
}

/** MU10: the new text gets an id of its own where the server may have seen the old one. */
const edit: Cell<'edit'> = (entry, { id, content }, { now }) => {
  if (entry.kind !== 'messages.send' || !canEdit(entry)) return entry
  const body = { ...entry.body, content }
  const next: OutboxEntry = { ...entry, body, state: 'queued', next_at: now, lease: null, error: null }
  if (mayHaveArrived(entry)) return { ...renamed(next, id), replaces: entry.id, unconfirmed: false, attempts: 0 }
  return isLostId(entry) ? renamed(next, id) : next
}

/** MU10: gone at once if no attempt can have arrived; otherwise what is left is to take the message back. */
const discard: Cell<'discard'> = (entry, _event, { now }) => {
  if (entry.kind === 'threads.read') return 'gone'
  if (entry.kind === 'messages.take_back') return entry.state === 'refused' ? 'gone' : entry
  const id = entry.replaces ?? (mayHaveArrived(entry) ? entry.id : undefined)
  if (id === undefined) return 'gone'
  const { body, ...rest } = withoutOld(entry)
  const state = entry.state === 'waiting-for-sign-in' ? entry.state : 'queued'
  const back = { kind: 'messages.take_back', lane: takeBackLane(body.client_id), body: { ...body, id }, unconfirmed: true } as const
  return { ...rest, ...back, id, state, next_at: now, lease: null, error: null }
}

const takenBack: Cell<'taken-back'> = (entry, _event, { now }) => {
  if (entry.kind === 'messages.take_back') return 'gone'
  return { ...withoutOld(entry), state: 'queued', next_at: now, lease: null, error: null, unconfirmed: false }
}

/** The entry when nothing is left to be taken back before it is sent. */
function withoutOld<E extends OutboxEntry>(entry: E): E {
  const next = { ...entry }
  delete next.replaces
  return next
}

/** A file that goes again under another message gets a key of its own, because the old one goes with the old message. */
function renamed(entry: OutboxEntry, id: string): OutboxEntry {
  if (entry.kind !== 'messages.send') return entry
  const { file, attachment_url, ...body } = entry.body
  if (file !== undefined) return { ...entry, id, body: { ...body, id, file: { ...file, key: id } } }
  return { ...entry, id, body: { ...body, id, ...(attachment_url !== undefined && { attachment_url }) } }
}

// prettier-ignore
export const ENTRY_TABLE: { [E in EntryEventName]: { [S in EntryState]: Cell<E> } } = {
  take:             { queued: take,          sending: same,          refused: same,   'waiting-for-sign-in': same },
  renew:            { queued: same,          sending: renew,         refused: same,   'waiting-for-sign-in': same },
  later:            { queued: same,          sending: later,         refused: same,   'waiting-for-sign-in': same },
  unauthorized:     { queued: same,          sending: waitForSignIn, refused: same,   'waiting-for-sign-in': same },
  refused:          { queued: same,          sending: refuse,        refused: same,   'waiting-for-sign-in': same },
  'lease-over':     { queued: same,          sending: overdue,       refused: same,   'waiting-for-sign-in': same },
  'sign-in-needed': { queued: waitForSignIn, sending: same,          refused: same,   'waiting-for-sign-in': same },
  'signed-in':      { queued: same,          sending: same,          refused: same,   'waiting-for-sign-in': resume },
  'net-back':       { queued: netBack,       sending: same,          refused: same,   'waiting-for-sign-in': same },
  hurry:            { queued: hurry,         sending: same,          refused: same,   'waiting-for-sign-in': same },
  retry:            { queued: retry,         sending: same,          refused: retry,  'waiting-for-sign-in': retry },
  edit:             { queued: edit,          sending: edit,          refused: edit,   'waiting-for-sign-in': edit },
  discard:          { queued: discard,       sending: discard,       refused: discard, 'waiting-for-sign-in': discard },
  'taken-back':     { queued: same,          sending: takenBack,     refused: same,   'waiting-for-sign-in': same },
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
