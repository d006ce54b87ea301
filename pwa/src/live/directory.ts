// All clients with their threads in memory, for an admin's lists: read once in small pages, then row by row as they change.
import { rowsById } from '../db/by-id'
import { healing } from '../db/open'
import type { Changes } from '../db/follow'
import type { ClientRow, ThreadRow } from '../db/rows'
import type { Replica } from '../db/schema'
import type { Readable } from '../lib/store'
import { byCompany, byNewest, type DirectoryEntry, entryOf, sorting, type WaitingMessage, type WaitingRead, withChanges } from './directory-entry'
import { type KeepUp, keepUp } from './keep-up'

export interface DirectoryState {
  /** While loading the lists may hold their first rows only. */
  is: 'loading' | 'failed' | 'ready'
  /** Without staff rows. */
  newest: readonly DirectoryEntry[]
  byCompany: readonly DirectoryEntry[]
}

export interface Directory extends Readable<DirectoryState> {
  reload: () => void
}

/** So many rows are read in one go: more would hold up the page on a slow phone. */
const PAGE = 250
/** Rows asked for by their ids may cost more each. */
const SOME = 125
const FIRST = 40
/** After the last screen has gone, the next one finds the list still here for so long. */
const LINGER_MS = 30_000
const EMPTY: DirectoryState = { is: 'loading', newest: [], byCompany: [] }

const open = new WeakMap<Replica, Directory>()

/** The one directory of a replica; it reads only while somebody watches it. */
export function directoryOf(replica: Replica): Directory {
  const known = open.get(replica) ?? makeDirectory(replica)
  open.set(replica, known)
  return known
}

function makeDirectory(replica: Replica): Directory {
  let state = EMPTY
  let withUnsent: ReadonlySet<string> = new Set()
  let running: KeepUp | null = null
  let lingering: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()

  const publish = (next: DirectoryState) => {
    state = next
    for (const tell of [...watchers]) tell()
  }
  const failed = () => publish({ ...state, is: 'failed' })
  const readAll = async () => {
    const unsent = await healing(replica, () => unsentWork(replica))
    // Ten thousand rows take a while on a slow phone; what is first on the screen does not wait for them.
    if (state.newest.length === 0) {
      const first = await healing(replica, () => firstEntries(replica, unsent))
      if (first.newest.length > 0) publish({ is: 'loading', ...first })
    }
    const all = await healing(replica, () => allEntries(replica, unsent))
    withUnsent = unsent.clients
    publish({ is: 'ready', ...all })
  }
  const read = async (changes: Changes) => {
    const [clients, threads] = [changes.get('clients') ?? [], changes.get('threads') ?? []]
    if (clients === 'many' || threads === 'many' || state.is !== 'ready') return readAll()
    const unsent = await healing(replica, () => unsentWork(replica))
    const before = changes.has('outbox') ? [...withUnsent, ...unsent.clients] : []
    const ids = [...new Set([...clients, ...threads, ...before])]
    const changed = new Map<string, DirectoryEntry | undefined>()
    for (let start = 0; start < ids.length; start += SOME) {
      const some = await healing(replica, () => someEntries(replica, ids.slice(start, start + SOME), unsent))
      for (const [id, entry] of some) changed.set(id, entry)
    }
    withUnsent = unsent.clients
    publish({
      is: 'ready',
      newest: withChanges(state.newest, changed, byNewest),
      byCompany: withChanges(state.byCompany, changed, byCompany),
    })
  }
  const start = () => {
    running = keepUp(replica, ['clients', 'threads', 'outbox'], read, failed)
    void running.inLine(readAll).catch(failed)
  }
  const stop = () => {
    running?.stop()
    running = null
    state = EMPTY
  }
  return {
    get: () => state,
    subscribe(tell) {
      clearTimeout(lingering)
      watchers.add(tell)
      if (running === null) start()
      return () => {
        watchers.delete(tell)
        if (watchers.size === 0) lingering = setTimeout(stop, replica.retired ? 0 : LINGER_MS)
      }
    },
    reload() {
      publish({ ...state, is: 'loading' })
      void running?.inLine(readAll).catch(failed)
    },
  }
}

interface Unsent {
  messages: Map<string, WaitingMessage>
  reads: Map<string, WaitingRead>
  clients: ReadonlySet<string>
}

async function unsentWork(replica: Replica): Promise<Unsent> {
  const messages = new Map<string, WaitingMessage>()
  const reads = new Map<string, WaitingRead>()
  for (const entry of await replica.outbox.orderBy('lane').toArray()) {
    if (entry.kind === 'threads.read') reads.set(entry.body.id, entry)
    else if (entry.n > (messages.get(entry.body.client_id)?.n ?? 0)) messages.set(entry.body.client_id, entry)
  }
  return { messages, reads, clients: new Set([...messages.keys(), ...reads.keys()]) }
}

type Lists = Pick<DirectoryState, 'newest' | 'byCompany'>

async function firstEntries(replica: Replica, unsent: Unsent): Promise<Lists> {
  const entriesFrom = async (clients: ClientRow[]) =>
    entriesOf(clients, await replica.threads.bulkGet(clients.map((client) => client.id)), unsent)
  const newest = await entriesFrom(await replica.clients.orderBy('created_at').reverse().limit(FIRST).toArray())
  const byName = await entriesFrom(await replica.clients.orderBy('company_name').limit(FIRST).toArray())
  return { newest: newest.sort(byNewest), byCompany: byName.sort(byCompany) }
}

async function allEntries(replica: Replica, unsent: Unsent): Promise<Lists> {
  const [newest, names] = [sorting(byNewest), sorting(byCompany)]
  for (let after = ''; ; ) {
    const clients = await replica.clients.where('id').above(after).limit(PAGE).toArray()
    const last = clients.at(-1)
    if (last === undefined) return { newest: newest.all(), byCompany: names.all() }
    const threads = await replica.threads.where('id').between(after, last.id, false, true).toArray()
    const entries = entriesOf(clients, threads, unsent)
    newest.add(entries)
    names.add(entries)
    after = last.id
  }
}

/** By client id; undefined for clients that are not listed (any more). */
async function someEntries(replica: Replica, ids: string[], unsent: Unsent) {
  const { clients, threads } = replica
  const [rows, found] = await replica.transaction('r', clients, threads, () =>
    Promise.all([rowsById(clients, ids), rowsById(threads, ids)]),
  )
  const entries = entriesOf(rows, found, unsent)
  const listed = new Map(entries.map((entry) => [entry.client.id, entry]))
  return new Map(ids.map((id) => [id, listed.get(id)]))
}

type Found<T> = readonly (T | undefined)[]

function entriesOf(clients: Found<ClientRow>, threads: Found<ThreadRow>, { messages, reads }: Unsent): DirectoryEntry[] {
  const threadOf = new Map(threads.filter((thread) => thread !== undefined).map((thread) => [thread.id, thread]))
  return clients
    .filter((client) => client !== undefined)
    .filter((client) => client.is_staff !== true)
    .map((client) => entryOf(client, threadOf.get(client.id), messages.get(client.id), reads.get(client.id)))
}
