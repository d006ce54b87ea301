// All clients with their threads in memory, for an admin's lists. Read once in small pages, then row by row
// on changes.
import { rowsById } from '../../db/by-id'
import { withReopen } from '../../db/open'
import type { Changes } from '../../db/follow'
import type { AttentionRow } from '../../db/rows/admin'
import type { SubscriptionRow } from '../../db/rows/billing'
import type { ClientRow, ThreadRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import type { Readable } from '../../lib/store'
import {
  byCompany,
  byNewest,
  addToTally,
  type DirectoryEntry,
  entryOf,
  EMPTY_TALLY,
  sorting,
  type Tally,
  type WaitingMessage,
  type WaitingRead,
  withChanges,
} from './entry'
import { coalesceReads } from '../coalesced-reads'

export interface DirectoryState {
  /** While loading, the lists may contain only their first rows. */
  is: 'loading' | 'failed' | 'ready'
  /** Without staff rows, as `byCompany` and `of` are too. */
  newest: readonly DirectoryEntry[]
  byCompany: readonly DirectoryEntry[]
  /** By client id. Changes modify this map in place. */
  of: ReadonlyMap<string, DirectoryEntry>
  tally: Tally
}

export interface Directory extends Readable<DirectoryState> {
  reload: () => void
}

/** Rows in one read. More would block the page on a slow phone. */
const PAGE = 250
/** Rows in one read by ids. It is smaller, because a row of such a read may cost more. */
const ID_PAGE = 125
const FIRST_ROWS = 40
/** How long the directory stays in memory after its last subscriber has left. */
const LINGER_MS = 30_000
const EMPTY: DirectoryState = { is: 'loading', newest: [], byCompany: [], of: new Map(), tally: EMPTY_TALLY }
/** The tables of an entry's parts. Their rows have the client's id. */
const PARTS = ['clients', 'threads', 'stripe_subscriptions', 'client_attention'] as const

const directories = new WeakMap<Replica, Directory>()

/** The one directory of a replica. It reads only while it has subscribers. */
export function directoryOf(replica: Replica): Directory {
  const directory = directories.get(replica) ?? createDirectory(replica)
  directories.set(replica, directory)
  return directory
}

function createDirectory(replica: Replica): Directory {
  let running: ReturnType<typeof startReads> | null = null
  let lingering: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()

  const notifyAll = () => {
    for (const notify of [...watchers]) notify()
  }
  const stop = () => {
    running?.stop()
    running = null
  }
  return {
    get: () => running?.state() ?? EMPTY,
    subscribe(notify) {
      clearTimeout(lingering)
      watchers.add(notify)
      running ??= startReads(replica, notifyAll)
      return () => {
        watchers.delete(notify)
        if (watchers.size === 0) lingering = setTimeout(stop, replica.retired ? 0 : LINGER_MS)
      }
    },
    reload: () => running?.reload(),
  }
}

/**
 * Reads all clients, then what changes, until `stop`. The state belongs to these reads, so that one which
 * ends after `stop` does not change the state of later reads.
 */
function startReads(replica: Replica, notify: () => void) {
  let state = EMPTY
  /** The map in `state.of` once all rows are read; changed in place. */
  let entries = new Map<string, DirectoryEntry>()
  let withUnsent: ReadonlySet<string> = new Set()
  let wasLoaded = false

  const publish = (next: DirectoryState) => {
    state = next
    notify()
  }
  const failed = () => publish({ ...state, is: 'failed' })
  const readAll = async () => {
    const unsent = await withReopen(replica, () => unsentWork(replica))
    // Ten thousand rows take a while on a slow phone, so publish the first rows of the screen before them.
    if (state.newest.length === 0) {
      const first = await withReopen(replica, () => firstEntries(replica, unsent))
      if (first.newest.length > 0) publish({ is: 'loading', ...first })
    }
    const all = await withReopen(replica, () => allEntries(replica, unsent))
    withUnsent = unsent.clients
    wasLoaded = unsent.isLoaded
    entries = all.of
    publish({ is: 'ready', ...all })
  }
  const read = async (changes: Changes) => {
    if (wasLoaded && changes.size === 1 && changes.has('streams')) return
    const touched = PARTS.map((table) => changes.get(table))
    if (touched.includes('many') || state.is !== 'ready') return readAll()
    const unsent = await withReopen(replica, () => unsentWork(replica))
    if (unsent.isLoaded !== wasLoaded) return readAll()
    const before = changes.has('outbox') ? [...withUnsent, ...unsent.clients] : []
    const ids = [
      ...new Set([
        ...touched.flatMap((some) => (some === undefined || some === 'many' ? [] : [...some])),
        ...before,
      ]),
    ]
    const changed = new Map<string, DirectoryEntry | undefined>()
    for (let start = 0; start < ids.length; start += ID_PAGE) {
      const some = await withReopen(replica, () =>
        someEntries(replica, ids.slice(start, start + ID_PAGE), unsent),
      )
      for (const [id, entry] of some) changed.set(id, entry)
    }
    withUnsent = unsent.clients
    let { tally } = state
    for (const [id, entry] of changed) {
      tally = addToTally(addToTally(tally, entries.get(id), -1), entry, 1)
      if (entry === undefined) entries.delete(id)
      else entries.set(id, entry)
    }
    publish({
      is: 'ready',
      newest: withChanges(state.newest, changed, byNewest),
      byCompany: withChanges(state.byCompany, changed, byCompany),
      of: entries,
      tally,
    })
  }
  const reads = coalesceReads(replica, [...PARTS, 'outbox', 'streams'], read, failed)
  const enqueueAll = () => void reads.enqueue(readAll).catch(failed)
  enqueueAll()
  return {
    state: () => state,
    stop: reads.stop,
    reload() {
      publish({ ...state, is: 'loading' })
      enqueueAll()
    },
  }
}

interface Unsent {
  messages: Map<string, WaitingMessage>
  reads: Map<string, WaitingRead>
  clients: ReadonlySet<string>
  /** The first load of all clients is done, so a row that is not stored does not exist. */
  isLoaded: boolean
}

async function unsentWork(replica: Replica): Promise<Unsent> {
  const messages = new Map<string, WaitingMessage>()
  const reads = new Map<string, WaitingRead>()
  const position = await replica.streams.get('w')
  for (const entry of await replica.outbox.orderBy('lane').toArray()) {
    if (entry.kind === 'threads.read') reads.set(entry.body.id, entry)
    else if (entry.kind === 'messages.send' && entry.n > (messages.get(entry.body.client_id)?.n ?? 0))
      messages.set(entry.body.client_id, entry)
  }
  return {
    messages,
    reads,
    clients: new Set([...messages.keys(), ...reads.keys()]),
    isLoaded: position?.mode === 'ready',
  }
}

interface Lists extends Omit<DirectoryState, 'is'> {
  of: Map<string, DirectoryEntry>
}

async function firstEntries(replica: Replica, unsent: Unsent): Promise<Lists> {
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

async function allEntries(replica: Replica, unsent: Unsent): Promise<Lists> {
  const [newest, names] = [sorting(byNewest), sorting(byCompany)]
  const of = new Map<string, DirectoryEntry>()
  let tally = EMPTY_TALLY
  // Only some clients have such a row, so read them all at once.
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
    const entries = entriesOf(clients, { threads, billing, attention }, unsent)
    newest.add(entries)
    names.add(entries)
    for (const entry of entries) {
      of.set(entry.client.id, entry)
      tally = addToTally(tally, entry, 1)
    }
    after = last.id
  }
}

/** Entries by client id; undefined for clients that are not listed, or no longer. */
async function someEntries(replica: Replica, ids: string[], unsent: Unsent) {
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
}

function partsById(
  { threads, stripe_subscriptions, client_attention }: Replica,
  ids: string[],
): PromiseLike<Parts> {
  const rows = Promise.all([
    rowsById(threads, ids),
    rowsById(stripe_subscriptions, ids),
    rowsById(client_attention, ids),
  ])
  return rows.then(([threads, billing, attention]) => ({ threads, billing, attention }))
}

function entriesOf(
  clients: ClientRow[],
  parts: Parts,
  { messages, reads, isLoaded }: Unsent,
): DirectoryEntry[] {
  const [threads, billing, attention] = [
    byIdOf(parts.threads),
    byIdOf(parts.billing),
    byIdOf(parts.attention),
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
      )
    })
}

function byIdOf<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
