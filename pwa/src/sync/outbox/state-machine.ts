// The outbox's state machine as pure functions: an entry's transition at each event, and the choice of the
// entries to send next.
import type { OutboxEntry } from '../../db/rows/outbox'
import { fullJitter } from '../../lib/time/jitter'
import { actionsOf } from '../registry'
import { isLimited, WAIT_REQUESTED } from './entry'

/**
 * Longer than a minute, because a timer renews the lease during a request, and a hidden page's timers fire
 * only once a minute.
 */
const LEASE_MS = 90_000
const BACKOFF = [1_000, 300_000] as const
const MAX_PARTITIONS = 4

export type EntryState = OutboxEntry['state']

type EntryEventMap = {
  take: { tab: string }
  /** This tab's request is still running. */
  renew: { tab: string }
  /** The response was 'later'. `after` in ms. `unsent`: the server cannot have processed the request. */
  later: { why: 'network' | 'timeout' | 'busy' | 'limited'; after: number; unsent?: boolean }
  unauthorized: object
  /** `after`: the time of the newest row at the rejection. A screen shows the entry after that row. */
  rejected: { code: string; message: string; after?: string }
  /** The sender's lease has ended without a result. */
  'lease-over': object
  /** Nothing can be sent until the user signs in. */
  'sign-in-needed': object
  'signed-in': object
  /** There is a connection again. This ends a wait, unless the server requested the wait. */
  'net-back': object
  /** The server has accepted the user's token in `hello`: there are a connection and a session. */
  accepted: object
  /** Try all queued entries now, except those that the rate limit delays. */
  hurry: object
  /** The user requests an attempt now. `id` is used if the entry needs a new id. */
  retry: { id: string }
  edit: { id: string; text: string }
  discard: object
  /** MU8: the server has taken back this entry's row, or the row that `replaces` names. */
  'taken-back': object
}
type EntryEventName = keyof EntryEventMap
export type EntryEvent = { [E in EntryEventName]: { is: E } & EntryEventMap[E] }[EntryEventName]

export interface Env {
  now: number
  random: () => number
}

/** The new entry; 'gone' if it is to be deleted. */
export type Outcome = OutboxEntry | 'gone'
type Cell<E extends EntryEventName> = (
  entry: OutboxEntry,
  event: { is: E } & EntryEventMap[E],
  env: Env,
) => Outcome

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
  error: { code: why === 'busy' && after > 0 ? WAIT_REQUESTED : why, message: '' },
  unconfirmed: entry.unconfirmed || !unsent,
})

const waitForSignIn: Cell<EntryEventName> = (entry) => ({
  ...entry,
  state: 'waiting-for-sign-in',
  lease: null,
})

const reject: Cell<'rejected'> = (entry, { code, message, after = '' }) => ({
  ...entry,
  state: 'refused',
  refused_after: after,
  lease: null,
  error: { code, message },
})

const resume: Cell<EntryEventName> = (entry, _event, { now }) => ({
  ...entry,
  state: 'queued',
  lease: null,
  next_at: now,
})

const endLease: Cell<'lease-over'> = (entry, _event, { now }) => ({
  ...entry,
  state: 'queued',
  lease: null,
  next_at: now,
  unconfirmed: true,
})

const hurry: Cell<'hurry'> = (entry, event, env) => (isLimited(entry) ? entry : resume(entry, event, env))

const netBack: Cell<'net-back' | 'accepted'> = (entry, _event, { now }) =>
  entry.error?.code === WAIT_REQUESTED || isLimited(entry)
    ? entry
    : { ...entry, next_at: Math.min(entry.next_at, now) }

const retry: Cell<'retry'> = (entry, { id }) => requeue(actionsOf(entry).retry(entry, id))

const edit: Cell<'edit'> = (entry, { id, text }) => {
  const next = actionsOf(entry).edit(entry, id, text)
  return next === entry ? entry : requeue(next)
}

const discard: Cell<'discard'> = (entry) => {
  const next = actionsOf(entry).discard(entry)
  if (next === entry || next === 'gone') return next
  // A take-back needs a session, as its message did.
  const state = entry.state === 'waiting-for-sign-in' ? entry.state : 'queued'
  return { ...requeue(next), state }
}

const takenBack: Cell<'taken-back'> = (entry) => {
  const next = actionsOf(entry).takenBack(entry)
  return next === 'gone' ? next : requeue(next)
}

/**
 * Makes the entry due at once. `next_at` is 0, because the clock of the tab in which the user acts may be
 * ahead of the leader's clock.
 */
function requeue(entry: OutboxEntry): OutboxEntry {
  return { ...entry, state: 'queued', next_at: 0, lease: null, error: null }
}

// prettier-ignore
export const ENTRY_TABLE: { [E in EntryEventName]: { [S in EntryState]: Cell<E> } } = {
  take:             { queued: take,          sending: same,          refused: same,    'waiting-for-sign-in': same },
  renew:            { queued: same,          sending: renew,         refused: same,    'waiting-for-sign-in': same },
  later:            { queued: same,          sending: later,         refused: same,    'waiting-for-sign-in': same },
  unauthorized:     { queued: same,          sending: waitForSignIn, refused: same,    'waiting-for-sign-in': same },
  rejected:         { queued: same,          sending: reject,        refused: same,    'waiting-for-sign-in': same },
  'lease-over':     { queued: same,          sending: endLease,      refused: same,    'waiting-for-sign-in': same },
  'sign-in-needed': { queued: waitForSignIn, sending: same,          refused: same,    'waiting-for-sign-in': same },
  'signed-in':      { queued: same,          sending: same,          refused: same,    'waiting-for-sign-in': resume },
  'net-back':       { queued: netBack,       sending: same,          refused: same,    'waiting-for-sign-in': same },
  accepted:         { queued: netBack,       sending: same,          refused: same,    'waiting-for-sign-in': resume },
  hurry:            { queued: hurry,         sending: same,          refused: same,    'waiting-for-sign-in': same },
  retry:            { queued: retry,         sending: same,          refused: retry,   'waiting-for-sign-in': retry },
  edit:             { queued: edit,          sending: edit,          refused: edit,    'waiting-for-sign-in': edit },
  discard:          { queued: discard,       sending: discard,       refused: discard, 'waiting-for-sign-in': discard },
  'taken-back':     { queued: same,          sending: takenBack,     refused: same,    'waiting-for-sign-in': same },
}

export function stepEntry(entry: OutboxEntry, event: EntryEvent, env: Env): Outcome {
  return applyCell(entry, event, env)
}

function applyCell<E extends EntryEventName>(
  entry: OutboxEntry,
  event: { is: E } & EntryEventMap[E],
  env: Env,
): Outcome {
  const row: { [S in EntryState]: Cell<E> } = ENTRY_TABLE[event.is]
  return row[entry.state](entry, event, env)
}

export interface Plan {
  /** Ids to send now, at most one per partition. */
  send: string[]
  /** Ids whose lease has expired. */
  expired: string[]
  /** When to plan again, in ms; null if only the user or a sign-in can change anything. */
  wakeAt: number | null
}

/**
 * MU6: plans the first entry of each partition, and skips refused entries. `busy`: the partitions of which
 * this tab is already sending an entry.
 */
export function plan(entries: readonly OutboxEntry[], busy: ReadonlySet<string>, now: number): Plan {
  const heads = new Map<string, OutboxEntry>()
  for (const entry of [...entries].sort((a, b) => a.n - b.n)) {
    if (entry.state !== 'refused' && !heads.has(entry.lane)) heads.set(entry.lane, entry)
  }
  const result: Plan = { send: [], expired: [], wakeAt: null }
  let slots = MAX_PARTITIONS - busy.size
  const wake = (at: number): void => {
    result.wakeAt = Math.min(result.wakeAt ?? Infinity, at)
  }
  for (const entry of [...heads.values()].sort((a, b) => a.next_at - b.next_at)) {
    if (busy.has(entry.lane) || entry.state === 'waiting-for-sign-in') continue
    const [dueAt, maxWaitMs] =
      entry.state === 'sending' ? [entry.lease?.until ?? now, LEASE_MS] : [entry.next_at, BACKOFF[1]]
    // Treat a time beyond the maximum wait as due: the device's clock was ahead when it was set.
    if (dueAt > now && dueAt <= now + maxWaitMs) wake(dueAt)
    else if (entry.state === 'sending') result.expired.push(entry.id)
    else if (slots > 0) {
      result.send.push(entry.id)
      slots -= 1
    }
  }
  return result
}
