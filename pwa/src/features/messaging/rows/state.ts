// State of one conversation on this device, and functions that merge changed rows into it. Pure.
import type { ClientRow } from '../../../db/rows/clients'
import type { MessageRow, ThreadRow } from '../../../db/rows/messages'
import type { OutboxEntry } from '../../../db/rows/outbox'
import type { HeldRow } from '../../../db/rows/replica'
import { isMessage } from '../../../synced/messaging/rules'

/** A message that waits to be sent, or to be taken back. */
export type WaitingMessage = Extract<OutboxEntry, { kind: 'messages.send' | 'messages.take_back' }>

export interface ThreadState {
  is: 'loading' | 'failed' | 'open'
  /** Oldest first and without gaps, from the oldest message read so far. */
  messages: readonly MessageRow[]
  /** Unacknowledged messages in the order written, and entries that take back one of `messages`. */
  waiting: readonly WaitingMessage[]
  /** Id of the message up to which the user has read, while that read marker is queued. */
  queuedReadId: string | null
  thread: ThreadRow | undefined
  held: HeldRow | undefined
  client: ClientRow | undefined
  /** Whether this device stores older messages that are not in `messages` yet. */
  hasOlderStored: boolean
}

export const NOTHING_YET: ThreadState = {
  is: 'loading',
  messages: [],
  waiting: [],
  queuedReadId: null,
  thread: undefined,
  held: undefined,
  client: undefined,
  hasOlderStored: false,
}

type Placed = { created_at: string; id: string }

/** The order of a thread: the server's time, then the id. */
export function inOrder(a: Placed, b: Placed): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}

/** Replaces messages whose ids are in `touched` by their current rows `rows`, and removes those without. */
export function withRows(
  messages: readonly MessageRow[],
  touched: ReadonlySet<string>,
  rows: readonly MessageRow[],
): readonly MessageRow[] {
  const rest = messages.some((message) => touched.has(message.id))
    ? messages.filter((message) => !touched.has(message.id))
    : messages
  if (rows.length === 0) return rest
  const last = rest.at(-1)
  const fresh = rows.toSorted(inOrder)
  const all = [...rest, ...fresh]
  return last === undefined || fresh.every((row) => inOrder(row, last) > 0) ? all : all.sort(inOrder)
}

/** Keeps the old object of an unchanged row, so React does not render it again. */
export function keepUnchanged(before: readonly MessageRow[], after: readonly MessageRow[]): MessageRow[] {
  const byId = new Map(before.map((message) => [message.id, message]))
  return after.map((message) => {
    const old = byId.get(message.id)
    return old?.v === message.v ? old : message
  })
}

/** The waiting messages among outbox entries, without sends in `arrived`, so no message shows twice. */
export function waitingOf(entries: readonly OutboxEntry[], arrived: readonly MessageRow[]): WaitingMessage[] {
  const waiting = entries.filter(isMessage)
  if (waiting.length === 0) return []
  const stored = new Set(arrived.map((message) => message.id))
  return waiting
    .filter((entry) => entry.kind === 'messages.take_back' || !stored.has(entry.id))
    .sort((a, b) => a.n - b.n)
}
