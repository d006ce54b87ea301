// The status a screen shows: the leader's link, and what the replica knows.
import { liveQuery } from 'dexie'

import { hasWords } from '../../db/rows/files'
import type { MetaRow } from '../../db/rows/rows'
import type { Replica } from '../../db/schema'
import { iso } from '../../lib/clock'
import { makeStore, type Readable } from '../../lib/store'
import { type Progress, watchProgress } from './load-progress'
import type { Session } from '../connection/session-types'

export type Link =
  | { is: 'live' }
  /** `behind`: changes still to come, as far as known. */
  | { is: 'catching-up'; behind: number }
  | { is: 'connecting' }
  | { is: 'offline'; since: string }
  | { is: 'outdated' }
  | { is: 'locked' }
  | { is: 'signed-out' }

export interface SyncStatus {
  link: Link
  /** ISO time at which this device was last known up to date. */
  as_of: string | null
  /** Messages not yet acknowledged (queued, sending, waiting for sign-in or for their file); read markers are not counted. */
  waiting: number
  /** Messages the server refused. */
  refused: number
  /** From the last contact, kept on the device: known offline too. */
  role: 'admin' | 'client' | null
  client_id: string | null
  name: string | null
  /** Not everything is here, and for 8 s nothing has come: what is not stored is shown as an error, not as a skeleton. */
  stalled: boolean
}

/** One failed attempt may be a hiccup; the second one is told. */
const FAILURES_TOLD = 2

/** What a session looks like to a person. `since`: when the connection was last known good, in ms. */
export function linkOf(session: Session, since: number): Link {
  // The browser says that there is no network, and the server does not answer: no need to wait out the ping.
  const mute = !session.online && session.pinged
  const offline: Link = { is: 'offline', since: iso(since) }
  switch (session.state) {
    case 'live':
      return mute ? offline : { is: 'live' }
    case 'syncing':
      return mute ? offline : { is: 'catching-up', behind: behind(session) }
    case 'locked':
    case 'outdated':
    case 'signed-out':
      return { is: session.state }
    case 'offline':
      return offline
    case 'connecting':
    case 'hello':
    case 'waiting':
    case 'silent':
      return session.failures >= FAILURES_TOLD || !session.online ? offline : { is: 'connecting' }
  }
}

/** A first load is not counted: its head says nothing about what is missing. */
function behind(session: Session): number {
  const streams = Object.values(session.streams).filter((one) => one.phase !== 'loading')
  return streams.reduce((sum, one) => sum + Math.max(0, one.head - one.cursor), 0)
}

interface StatusStore extends Readable<SyncStatus> {
  setLink(link: Link): void
  progress: Progress
  stop(): void
}

/** Watches meta and outbox, whichever tab writes them. */
export function watchStatus(replica: Replica): StatusStore {
  const store = makeStore<SyncStatus>({
    link: { is: 'connecting' },
    waiting: 0,
    refused: 0,
    stalled: false,
    ...fromMeta([]),
  })
  const update = (change: Partial<SyncStatus>): void => store.set({ ...store.get(), ...change })
  const ignore = (): void => undefined // a replica that another tab has deleted is not read; sign-out follows
  const read = async (): Promise<void> => {
    const [rows, keys, uploads] = await Promise.all([
      replica.meta.toArray(),
      replica.outbox.orderBy('[kind+state]').keys(),
      replica.files.filter(hasWords).count(),
    ])
    // 'messages.send,queued'
    const states = keys.map(String).filter((key) => !key.startsWith('threads.read'))
    const refused = states.filter((key) => key.endsWith(',refused')).length
    // A live query drops what it has read when something changes meanwhile: while messages follow one another that is always.
    queueMicrotask(() => update({ ...fromMeta(rows), waiting: states.length - refused + uploads, refused }))
  }
  const reads = liveQuery(read).subscribe({ error: ignore })
  const progress = watchProgress(replica, (stalled) => update({ stalled: stalled && store.get().link.is !== 'live' }))
  return {
    ...store,
    setLink(link) {
      const wasLive = store.get().link.is === 'live'
      update({ link })
      if (wasLive !== (link.is === 'live')) progress.moved()
    },
    progress,
    stop() {
      progress.stop()
      reads.unsubscribe()
    },
  }
}

function fromMeta(rows: MetaRow[]): Pick<SyncStatus, 'as_of' | 'role' | 'client_id' | 'name'> {
  const meta = new Map(rows.map((row) => [row.k, row.value]))
  const text = (key: string): string | null => {
    const value = meta.get(key)
    return typeof value === 'string' ? value : null
  }
  const role = text('role')
  return {
    as_of: text('as_of'),
    role: role === 'admin' || role === 'client' ? role : null,
    client_id: text('client_id'),
    name: text('name'),
  }
}
