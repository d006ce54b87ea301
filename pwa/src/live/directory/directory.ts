// The directory: all clients with their threads, in memory, for an admin's lists. Reads them once in small
// pages, and then only the changed rows.
import { withReopen } from '../../db/open'
import type { Changes } from '../../db/follow'
import type { Replica } from '../../db/schema'
import { makeListeners } from '../../lib/listeners'
import type { Readable } from '../../lib/store'
import { byCompany, byNewest, addToTally, type DirectoryEntry, EMPTY_TALLY, withChanges } from './entry'
import { allEntries, firstEntries, type Lists, PARTS, someEntries, unsentWork } from './read-entries'
import { coalesceReads } from '../coalesced-reads'

export interface DirectoryState extends Omit<Lists, 'of'> {
  /** While loading, the lists may contain only their first rows. */
  is: 'loading' | 'failed' | 'ready'
  /** Changes modify this map in place. */
  of: ReadonlyMap<string, DirectoryEntry>
}

export interface Directory extends Readable<DirectoryState> {
  reload: () => void
}

/**
 * The number of rows in one read by ids. It is smaller than a page of the full read, because each row may
 * need a lookup of its own.
 */
const ID_PAGE = 125
/** How long the directory stays in memory after its last subscriber has left. */
const LINGER_MS = 30_000
const EMPTY: DirectoryState = { is: 'loading', newest: [], byCompany: [], of: new Map(), tally: EMPTY_TALLY }

const directories = new WeakMap<Replica, Directory>()

/** The one directory of a replica. It reads only while it has subscribers. */
export function directoryOf(replica: Replica): Directory {
  const directory = directories.get(replica) ?? makeDirectory(replica)
  directories.set(replica, directory)
  return directory
}

function makeDirectory(replica: Replica): Directory {
  let running: ReturnType<typeof startReads> | null = null
  let lingering: ReturnType<typeof setTimeout> | undefined
  const listeners = makeListeners()

  const stop = () => {
    running?.stop()
    running = null
  }
  return {
    get: () => running?.state() ?? EMPTY,
    subscribe(notify) {
      clearTimeout(lingering)
      const unsubscribe = listeners.add(notify)
      running ??= startReads(replica, () => listeners.notify())
      return () => {
        unsubscribe()
        if (listeners.count() === 0) lingering = setTimeout(stop, replica.retired ? 0 : LINGER_MS)
      }
    },
    reload: () => running?.reload(),
  }
}

/**
 * Reads all clients, then each change, until `stop`. The state belongs to these reads, so that a read that
 * ends after `stop` does not change the state of later reads.
 */
function startReads(replica: Replica, notify: () => void) {
  let state = EMPTY
  /** The map in `state.of` once all rows are read; changed in place. */
  let entries = new Map<string, DirectoryEntry>()
  let unsentClients: ReadonlySet<string> = new Set()
  let wasLoaded = false

  const publish = (next: DirectoryState) => {
    state = next
    notify()
  }
  const publishFailed = () => publish({ ...state, is: 'failed' })
  const readAll = async () => {
    const unsent = await withReopen(replica, () => unsentWork(replica))
    // Ten thousand rows take a while on a slow phone, so publish the first rows of the screen first.
    if (state.newest.length === 0) {
      const first = await withReopen(replica, () => firstEntries(replica, unsent))
      if (first.newest.length > 0) publish({ is: 'loading', ...first })
    }
    const all = await withReopen(replica, () => allEntries(replica, unsent))
    unsentClients = unsent.clients
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
    const before = changes.has('outbox') ? [...unsentClients, ...unsent.clients] : []
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
    unsentClients = unsent.clients
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
  const reads = coalesceReads(replica, [...PARTS, 'outbox', 'streams'], read, publishFailed)
  const enqueueAll = () => void reads.enqueue(readAll).catch(publishFailed)
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
