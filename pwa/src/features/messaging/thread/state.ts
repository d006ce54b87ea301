// What is known of one conversation on this device, and how changed rows are worked into it. Pure.
import type { ClientRow, HeldRow, MessageRow, OutboxEntry, ThreadRow } from '../../../db/rows/rows'

/** A message that waits to be sent, or to be taken back. */
export type WaitingMessage = Extract<OutboxEntry, { kind: 'messages.send' | 'messages.take_back' }>

export interface ThreadState {
  is: 'loading' | 'failed' | 'open'
  /** Oldest first, without a hole, from the oldest one read so far. */
  messages: readonly MessageRow[]
  /** Written here and not acknowledged, in the order written; of `messages` those that are being taken back. */
  waiting: readonly WaitingMessage[]
  /** The message up to which this person has read, while the server does not know it yet. */
  reading: string | null
  thread: ThreadRow | undefined
  held: HeldRow | undefined
  client: ClientRow | undefined
  /** Older messages are stored on this device and not read yet. */
  olderStored: boolean
}

export const NOTHING_YET: ThreadState = {
  is: 'loading',
  messages: [],
  waiting: [],
  reading: null,
  thread: undefined,
  held: undefined,
  client: undefined,
  olderStored: false,
}

type Placed = { created_at: string; id: string }

/** The order of a thread: the server's time, then the id. */
export function inOrder(a: Placed, b: Placed): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}

/** `messages` with the rows of `touched` ids replaced by what was found of them. */
export function withRows(
  messages: readonly MessageRow[],
  touched: ReadonlySet<string>,
  found: readonly MessageRow[],
): readonly MessageRow[] {
  const rest = messages.some((message) => touched.has(message.id)) ? messages.filter((message) => !touched.has(message.id)) : messages
  if (found.length === 0) return rest
  const last = rest.at(-1)
  const fresh = found.toSorted(inOrder)
  const all = [...rest, ...fresh]
  return last === undefined || fresh.every((row) => inOrder(row, last) > 0) ? all : all.sort(inOrder)
}

/** A row that did not change stays the same object, so that nothing is drawn again for it. */
export function sameWhereEqual(before: readonly MessageRow[], after: readonly MessageRow[]): MessageRow[] {
  const known = new Map(before.map((message) => [message.id, message]))
  return after.map((message) => {
    const old = known.get(message.id)
    return old?.v === message.v ? old : message
  })
}

/** One lane's messages; one that has arrived is left out, so that nothing shows twice. */
export function waitingOf(entries: readonly OutboxEntry[], arrived: readonly MessageRow[]): WaitingMessage[] {
  const waiting = entries.filter((entry) => entry.kind !== 'threads.read')
  if (waiting.length === 0) return []
  const stored = new Set(arrived.map((message) => message.id))
  return waiting.filter((entry) => entry.kind === 'messages.take_back' || !stored.has(entry.id)).sort((a, b) => a.n - b.n)
}
