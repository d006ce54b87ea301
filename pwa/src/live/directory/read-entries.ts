// Reads the directory's entries from the replica: the first ones, all of them, or some by id.
import { rowsById } from '../../db/by-id'
import type { AttentionRow, ResolutionRow } from '../../db/rows/admin'
import type { SubscriptionRow } from '../../db/rows/billing'
import type { ClientRow } from '../../db/rows/clients'
import type { ThreadRow } from '../../db/rows/messages'
import type { Replica } from '../../db/schema'
import {
  byCompany,
  byNewest,
  addToTally,
  type DirectoryEntry,
  entryOf,
  EMPTY_TALLY,
  makeSorter,
  type Tally,
  type WaitingMessage,
  type WaitingRead,
  type WaitingResolve,
} from './entry'

/** The number of rows in one read. More would block the page on a slow phone. */
const PAGE = 250
const FIRST_ROWS = 40
/** The tables of an entry's parts. Their rows have the client's id. */
export const PARTS = [
  'clients',
  'threads',
  'stripe_subscriptions',
  'client_attention',
  'thread_resolutions',
] as const

interface Unsent {
  messages: Map<string, WaitingMessage>
  reads: Map<string, WaitingRead>
  resolves: Map<string, WaitingResolve>
  clients: ReadonlySet<string>
  /** The first load of all clients is done, so a row that is not stored does not exist. */
  isLoaded: boolean
}

export async function unsentWork(replica: Replica): Promise<Unsent> {
  const messages = new Map<string, WaitingMessage>()
  const reads = new Map<string, WaitingRead>()
  const resolves = new Map<string, WaitingResolve>()
  const position = await replica.streams.get('w')
  for (const entry of await replica.outbox.orderBy('lane').toArray()) {
    if (entry.kind === 'threads.read') reads.set(entry.body.id, entry)
    else if (entry.kind === 'threads.resolve' && entry.n > (resolves.get(entry.body.id)?.n ?? 0))
      resolves.set(entry.body.id, entry)
    else if (entry.kind === 'messages.send' && entry.n > (messages.get(entry.body.client_id)?.n ?? 0))
      messages.set(entry.body.client_id, entry)
  }
  return {
    messages,
    reads,
    resolves,
    clients: new Set([...messages.keys(), ...reads.keys(), ...resolves.keys()]),
    isLoaded: position?.mode === 'ready',
  }
}

/** All clients except staff, in both orders. */
export interface Lists {
  newest: readonly DirectoryEntry[]
  byCompany: readonly DirectoryEntry[]
  /** By client id. */
  of: Map<string, DirectoryEntry>
  tally: Tally
}

export async function firstEntries(replica: Replica, unsent: Unsent): Promise<Lists> {
  const { clients } = replica
  const entriesFrom = async (rows: ClientRow[]) =>
    entriesOf(
      rows,
      await partsById(
        replica,
        rows.map((row) => row.id),
      ),
      unsent,
    )
  const newest = await entriesFrom(await clients.orderBy('created_at').reverse().limit(FIRST_ROWS).toArray())
  const byName = await entriesFrom(await clients.orderBy('company_name').limit(FIRST_ROWS).toArray())
  const of = new Map([...newest, ...byName].map((entry) => [entry.client.id, entry]))
  return { newest: newest.sort(byNewest), byCompany: byName.sort(byCompany), of, tally: EMPTY_TALLY }
}

export async function allEntries(replica: Replica, unsent: Unsent): Promise<Lists> {
  const [newest, names] = [makeSorter(byNewest), makeSorter(byCompany)]
  const of = new Map<string, DirectoryEntry>()
  let tally = EMPTY_TALLY
  // Few clients have an attention row, so read all of them in one query.
  const attention = await replica.client_attention.toArray()
  for (let after = ''; ;) {
    const clients = await replica.clients.where('id').above(after).limit(PAGE).toArray()
    const last = clients.at(-1)
    if (last === undefined) return { newest: newest.all(), byCompany: names.all(), of, tally }
    const threads = await replica.threads.where('id').between(after, last.id, false, true).toArray()
    const billing = await replica.stripe_subscriptions
      .where('id')
      .between(after, last.id, false, true)
      .toArray()
    const resolutions = await replica.thread_resolutions
      .where('id')
      .between(after, last.id, false, true)
      .toArray()
    const entries = entriesOf(clients, { threads, billing, attention, resolutions }, unsent)
    newest.add(entries)
    names.add(entries)
    for (const entry of entries) {
      of.set(entry.client.id, entry)
      tally = addToTally(tally, entry, 1)
    }
    after = last.id
  }
}

/** Entries by client id. A client that is not listed maps to undefined. */
export async function someEntries(replica: Replica, ids: string[], unsent: Unsent) {
  const tables = PARTS.map((table) => replica.table(table))
  const [rows, parts] = await replica.transaction('r', tables, () =>
    Promise.all([rowsById(replica.clients, ids), partsById(replica, ids)]),
  )
  const entries = entriesOf(rows, parts, unsent)
  const listed = new Map(entries.map((entry) => [entry.client.id, entry]))
  return new Map(ids.map((id) => [id, listed.get(id)]))
}

/** The rows of an entry's parts, besides the client's own row. */
interface Parts {
  threads: ThreadRow[]
  billing: SubscriptionRow[]
  attention: AttentionRow[]
  resolutions: ResolutionRow[]
}

function partsById(
  { threads, stripe_subscriptions, client_attention, thread_resolutions }: Replica,
  ids: string[],
): PromiseLike<Parts> {
  const rows = Promise.all([
    rowsById(threads, ids),
    rowsById(stripe_subscriptions, ids),
    rowsById(client_attention, ids),
    rowsById(thread_resolutions, ids),
  ])
  return rows.then(([threads, billing, attention, resolutions]) => ({
    threads,
    billing,
    attention,
    resolutions,
  }))
}

function entriesOf(
  clients: ClientRow[],
  parts: Parts,
  { messages, reads, resolves, isLoaded }: Unsent,
): DirectoryEntry[] {
  const [threads, billing, attention, resolutions] = [
    byIdOf(parts.threads),
    byIdOf(parts.billing),
    byIdOf(parts.attention),
    byIdOf(parts.resolutions),
  ]
  const none = isLoaded ? null : undefined
  return clients
    .filter((client) => client.is_staff !== true)
    .map((client) => {
      const { id } = client
      return entryOf(
        client,
        threads.get(id) ?? none,
        messages.get(id),
        reads.get(id),
        billing.get(id) ?? none,
        attention.get(id),
        resolutions.get(id),
        resolves.get(id),
      )
    })
}

function byIdOf<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
