// The sync status that screens show. It combines the leader's link status with data of the replica.
import { followQuery } from '../../db/follow'
import type { MetaRow } from '../../db/rows/replica'
import type { Replica } from '../../db/schema'
import { iso } from '../../lib/time/clock'
import { makeStore, type Readable } from '../../lib/store'
import { allKinds, type EntryKind, kindOf } from '../registry'
import type { EntryState } from '../outbox/state-machine'
import { type Progress, trackProgress } from './load-progress'
import type { Session } from '../connection/session-types'
import type { Link } from '../tabs/link'

export interface SyncStatus {
  link: Link
  /** ISO time at which this device was last up to date. */
  as_of: string | null
  /**
   * The number of messages that the server has not acknowledged: queued, sending, or waiting for a sign-in or
   * for their file. Read markers are not counted.
   */
  waiting: number
  /** The number of messages that the server has rejected. */
  refused: number
  /** From the last connection; stored on the device, so they are available offline. */
  role: 'admin' | 'client' | null
  client_id: string | null
  name: string | null
  /**
   * True if the load is incomplete and has made no progress for 8 s. Screens then show an error, not a
   * skeleton, for missing rows.
   */
  stalled: boolean
}

/** The status stays 'connecting' after one failed attempt, because that is often a short interruption. */
const MIN_FAILURES = 2

/**
 * The link status that a screen shows for a session. `since`: when the connection was last good, in ms.
 * `isBlocked`: the result of the block check.
 */
export function linkOf(session: Session, since: number, isBlocked = false): Link {
  // Show offline before the ping times out if the browser reports no network and the pong is still missing.
  const isUnanswered = !session.online && session.isPongMissing
  const offline: Link = { is: 'offline', since: iso(since), ...(isBlocked && { blocked: true }) }
  switch (session.state) {
    case 'live':
      return isUnanswered ? offline : { is: 'live' }
    case 'syncing':
      return isUnanswered ? offline : { is: 'catching-up', behind: behind(session) }
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
      return session.failures >= MIN_FAILURES || !session.online ? offline : { is: 'connecting' }
  }
}

/** Streams in their first load are not counted, because their head does not say how many rows are missing. */
function behind(session: Session): number {
  const streams = Object.values(session.streams).filter((one) => one.phase !== 'loading')
  return streams.reduce((sum, one) => sum + Math.max(0, one.head - one.cursor), 0)
}

export interface StatusStore extends Readable<SyncStatus> {
  setLink(link: Link): void
  progress: Progress
  stop(): void
}

/** A store of the status. It follows the tables meta, outbox and files, whichever tab writes them. */
export function makeStatusStore(replica: Replica): StatusStore {
  const store = makeStore<SyncStatus>({
    link: { is: 'connecting' },
    waiting: 0,
    refused: 0,
    stalled: false,
    ...fromMeta([]),
  })
  const update = (change: Partial<SyncStatus>): void => store.set({ ...store.get(), ...change })
  const read = async (): Promise<void> => {
    const [rows, keys, uploads] = await Promise.all([
      replica.meta.toArray(),
      replica.outbox.orderBy('[kind+state]').keys(),
      Promise.all(allKinds().map((kind) => kind.unqueued?.(replica) ?? Promise.resolve(0))),
    ])
    const states = (keys as unknown as [EntryKind, EntryState][])
      .filter(([kind]) => kindOf({ kind }).isWork)
      .map(([, state]) => state)
    const refused = states.filter((state) => state === 'refused').length
    const waiting = uploads.reduce((sum, count) => sum + count, states.length - refused)
    // Update from inside the query: a live query drops its result if a table changes during the read, so with
    // a steady flow of messages it would never emit.
    queueMicrotask(() => update({ ...fromMeta(rows), waiting, refused }))
  }
  const unfollow = followQuery(read, () => undefined)
  const progress = trackProgress(replica, (stalled) =>
    update({ stalled: stalled && store.get().link.is !== 'live' }),
  )
  return {
    ...store,
    setLink(link) {
      const wasLive = store.get().link.is === 'live'
      update({ link })
      if (wasLive !== (link.is === 'live')) progress.restart()
    },
    progress,
    stop() {
      progress.stop()
      unfollow()
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
