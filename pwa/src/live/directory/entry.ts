// One client as the lists of clients show it, and the orders of those lists. All functions are pure.
import type { AttentionRow, ResolutionRow } from '../../db/rows/admin'
import type { SubscriptionRow } from '../../db/rows/billing'
import type { ClientRow } from '../../db/rows/clients'
import type { ThreadRow } from '../../db/rows/messages'
import type { OutboxEntry } from '../../db/rows/outbox'

export interface DirectoryEntry {
  client: ClientRow
  /** Null if the client has no thread; undefined until it is loaded. */
  thread: ThreadRow | null | undefined
  /** The newest message of this device that the server has not acknowledged. */
  waiting: WaitingMessage | undefined
  /** The number of messages that no admin has read, as far as this device knows. */
  unread: number
  /** The client's Stripe subscription. Null if the client has none; undefined until it is loaded. */
  billing: SubscriptionRow | null | undefined
  attention: AttentionRow | undefined
  /** Who marked messages as needing no answer, and when. */
  resolution: ResolutionRow | undefined
  /** The time of the last message that needs no answer, as far as this device knows. */
  resolvedTo: string | null
  /** The company's name in lower case without accents, for sorting. `words` is the folded text for search. */
  name: string
  words: string
}

export type WaitingMessage = Extract<OutboxEntry, { kind: 'messages.send' }>
export type WaitingRead = Extract<OutboxEntry, { kind: 'threads.read' }>
export type WaitingResolve = Extract<OutboxEntry, { kind: 'threads.resolve' }>

export function entryOf(
  client: ClientRow,
  thread: ThreadRow | null | undefined,
  waiting: WaitingMessage | undefined,
  read: WaitingRead | undefined,
  billing?: SubscriptionRow | null,
  attention?: AttentionRow,
  resolution?: ResolutionRow,
  resolve?: WaitingResolve,
): DirectoryEntry {
  const name = foldText(client.company_name)
  const words = `${name}\n${foldText(client.contact_name)}\n${foldText(client.contact_email)}`
  const unread = unreadOf(thread, read)
  const resolvedTo = resolvedToOf(thread, resolution, resolve)
  return { client, thread, waiting, unread, billing, attention, resolution, resolvedTo, name, words }
}

/** A queued mark or undo counts as applied, unless a newer message has arrived. */
function resolvedToOf(
  thread: ThreadRow | null | undefined,
  resolution: ResolutionRow | undefined,
  resolve: WaitingResolve | undefined,
): string | null {
  if (
    resolve === undefined ||
    resolve.state === 'refused' ||
    thread?.last_message_id !== resolve.body.resolved_to
  )
    return resolution?.resolved_created_at ?? null
  return resolve.body.is_resolved ? thread.last_message_at : null
}

/** The unread count. A queued read marker counts as applied, unless a newer message has arrived. */
export function unreadOf(thread: ThreadRow | null | undefined, read: WaitingRead | undefined): number {
  if (thread === undefined || thread === null) return 0
  const isReadToEnd = thread.last_message_role === 'admin' || thread.last_message_id === read?.body.read_to
  return read !== undefined && isReadToEnd ? 0 : thread.provider_unread
}

export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/**
 * The entries in which every word of `query` occurs: in the company's or contact's name, or in the email
 * address.
 */
export function matching(entries: readonly DirectoryEntry[], query: string): readonly DirectoryEntry[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter((entry) => words.every((word) => entry.words.includes(word)))
}

export function byCompany(a: DirectoryEntry, b: DirectoryEntry): number {
  return compareText(a.name, b.name) || compareText(a.client.id, b.client.id)
}

export function byNewest(a: DirectoryEntry, b: DirectoryEntry): number {
  return compareText(b.client.created_at, a.client.created_at) || compareText(b.client.id, a.client.id)
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** The numbers of clients by status. Every change updates them. */
export interface Tally {
  total: number
  active: number
  inactive: number
  pending: number
}

export const EMPTY_TALLY: Tally = { total: 0, active: 0, inactive: 0, pending: 0 }

/** `tally` with `entry` added (1) or removed (-1). */
export function addToTally(tally: Tally, entry: DirectoryEntry | undefined, by: 1 | -1): Tally {
  if (entry === undefined) return tally
  const { user_id, subscription_status } = entry.client
  return {
    total: tally.total + by,
    active: tally.active + (subscription_status === 'active' ? by : 0),
    inactive: tally.inactive + (subscription_status === 'inactive' ? by : 0),
    pending: tally.pending + (user_id === null ? by : 0),
  }
}

type Order = (a: DirectoryEntry, b: DirectoryEntry) => number

interface Sorter {
  add: (page: readonly DirectoryEntry[]) => void
  all: () => DirectoryEntry[]
}

/**
 * Sorts the entries page by page as they arrive, because one sort of all entries would block a slow phone.
 */
export function makeSorter(order: Order): Sorter {
  const runs: DirectoryEntry[][] = []
  return {
    add(page) {
      let run = page.toSorted(order)
      for (let last = runs.at(-1); last !== undefined && last.length <= run.length; last = runs.at(-1)) {
        run = mergeSorted(last, run, order)
        runs.pop()
      }
      runs.push(run)
    },
    all: () => runs.reduceRight((shorter, run) => mergeSorted(run, shorter, order), []),
  }
}

/**
 * `sorted` with the entries of `changed` replaced, added or (undefined) removed by client id, still in order.
 */
export function withChanges(
  sorted: readonly DirectoryEntry[],
  changed: ReadonlyMap<string, DirectoryEntry | undefined>,
  order: Order,
): DirectoryEntry[] {
  const rest: DirectoryEntry[] = []
  const added = new Map(changed)
  for (const entry of sorted) {
    const next = added.get(entry.client.id)
    const samePlace = next !== undefined && order(next, entry) === 0
    if (!changed.has(entry.client.id)) rest.push(entry)
    else if (samePlace) {
      rest.push(next)
      added.delete(entry.client.id)
    }
  }
  const fresh = [...added.values()].filter((entry) => entry !== undefined)
  return fresh.length === 0 ? rest : mergeSorted(rest, fresh.sort(order), order)
}

function mergeSorted(
  one: readonly DirectoryEntry[],
  other: readonly DirectoryEntry[],
  order: Order,
): DirectoryEntry[] {
  const all: DirectoryEntry[] = []
  let i = 0
  for (const entry of one) {
    for (let next = other[i]; next !== undefined && order(next, entry) < 0; next = other[i]) {
      all.push(next)
      i += 1
    }
    all.push(entry)
  }
  for (const entry of other.slice(i)) all.push(entry)
  return all
}
