// The public API of sync for features and the app. platform/sync/PROTOCOL.md contains its rules. Errors of work
// in the background are ignored, because a timer or the next connection retries it.
import type { Replica } from '../db/schema'
import { ignoreErrors } from './ignore-errors'
import type { Readable } from '../lib/store'
import { uuid4 } from '../lib/ids/uuid4'
import { uuid7 } from '../lib/ids/uuid7'
import { type LeaderWork, startLeading } from './leading'
import { joinElection } from './tabs/leader'
import type { EntryEvent } from './outbox/state-machine'
import { browserEnvironment, type SyncEnvironment } from './environment'
import { joinEphemeral, type Ephemeral } from './connection/ephemeral'
import { makeStatusStore, type SyncStatus } from './status/status'
import { joinTabs } from './tabs/channel'
import { outboxLock } from './tabs/locks'
import { kindOf, type NewEntry, type Requests } from './registry'

export type { SyncEnvironment } from './environment'
export { kindOf, type NewEntry } from './registry'
export { isLimited, isServerFailing } from './outbox/entry'
export type { Ephemeral } from './connection/ephemeral'
export type { EphemeralItem, OutgoingItem } from './protocol/protocol'
export type { SyncStatus } from './status/status'
export type { Link } from './tabs/link'

const loadRequestFlush = () => import('./outbox/request-flush')

export interface SyncOptions {
  userId: string
  replica: Replica
  /** This build, e.g. "2026.11.1"; the server may ask for a newer one. */
  build: string
  /** Loads the requests of the features. */
  requests: () => Promise<Requests>
}

export interface SyncHandle {
  status: Readable<SyncStatus>
  /** Typing, presence and parts of replies. */
  ephemeral: Ephemeral
  /**
   * Stores a user's action before this resolves, and sends it as soon as possible. Rejects with `NotStored`.
   */
  enqueue(entry: NewEntry): Promise<void>
  /** Sends an entry again now. */
  retry(id: string): Promise<void>
  /** MU10: changes a waiting entry and sends it; first takes back the old text if it may have arrived. */
  edit(id: string, text: string): Promise<void>
  /** MU10: deletes a waiting entry, or takes it back if it may have arrived. */
  discard(id: string): Promise<void>
  /**
   * MU8: stores and sends a take-back. If the entry to take back still waits, discards that entry instead.
   */
  takeBack(entry: NewEntry): Promise<void>
  /** Stores a thread's rows from now on, and loads the newest ones now or at the next connection. */
  holdThread(clientId: string): Promise<void>
  /**
   * Loads one older page of a held thread. Returns 'start' if no older rows are left. Rejects with
   * `Unreachable`.
   */
  loadOlder(clientId: string): Promise<'more' | 'start'>
  /** Sends all waiting entries without back-off. Resolves when none is due any more, or after 15 s. */
  flushNow(): Promise<void>
  /** Connects, loads and sends again now, at the user's request. */
  tryAgain: () => void
  /**
   * Releases socket, timers and locks. Afterwards only a thread's page that was already requested may still
   * be stored, and the stored file of a message that the server has just accepted may be deleted.
   */
  stop(): Promise<void>
}

/** ST3: there is no connection, and this browser cannot store a message until there is one. */
export class NotStored extends Error {}

const FLUSH_MS = 15_000

/** Starts to sync a signed-in user's replica. Does not wait for the network. */
export function startSync(
  options: SyncOptions,
  environment: SyncEnvironment = browserEnvironment(options.replica),
): SyncHandle {
  const { userId, replica, build, requests } = options
  const { page } = environment
  const tab = uuid4()
  /**
   * A separate chunk, so that the first download is small. Loaded at start, so that storing a message needs
   * no network.
   */
  const loadEnqueue = () => import('./outbox/enqueue')
  /** Loaded on demand, because the first paint does not need them. */
  const loadStore = () => import('./outbox/store')
  const loadHeldThreads = () => Promise.all([import('./replica/held-threads'), requests()])
  // Use a separate channel for a replica in memory, because no other tab shares that replica.
  const tabs = joinTabs(replica.inMemory ? tab : userId)
  const locks = replica.inMemory ? null : environment.locks
  const status = makeStatusStore(replica)
  let leaderWork: LeaderWork | null = null
  const ephemeral = joinEphemeral(tabs, () => leaderWork?.connection ?? null)

  function lead(): () => Promise<void> {
    const started = startLeading({
      userId,
      replica,
      build,
      tab,
      tabs,
      environment,
      requests,
      status,
      ephemeral,
      acquireLock: outboxLock(userId, locks),
      fillThreads: () => loadHeldThreads().then(([it, pages]) => it.fillThreads(replica, pages)),
    })
    leaderWork = started
    return () => {
      leaderWork = null
      return started.stop()
    }
  }

  function wakeSender(): void {
    if (leaderWork) ignoreErrors(leaderWork.outbox.sendDue())
    else tabs.post({ is: 'look' })
  }

  async function applyToEntry(id: string, event: EntryEvent): Promise<void> {
    await loadStore().then((it) => it.changeEntry(replica, id, event, environment.random))
    wakeSender()
  }

  const unlisten = tabs.listen((message) => {
    if (message.is === 'link' && !leaderWork) status.setLink(message.link)
    if (message.is === 'link?' && leaderWork) tabs.post({ is: 'link', link: status.get().link })
    if (message.is === 'look') ignoreErrors(leaderWork?.outbox.sendDue())
    if (message.is === 'again') leaderWork?.connection.reconnect()
    if (message.is === 'flush' && leaderWork) {
      const flushed = leaderWork.outbox.applyAll({ is: 'hurry' })
      ignoreErrors(flushed.then(() => tabs.post({ is: 'flushed', n: message.n })))
    }
  })
  const unwatchPage = page.subscribe((event) => {
    const isAsleep = event === 'asleep'
    // iOS may return with 'visible' alone.
    if (isAsleep || event === 'awake' || event === 'visible') replica.sleep(isAsleep)
    if (isAsleep || event === 'awake') return
    if (event === 'offline') status.progress.stall()
    // Restart the progress timer when the page becomes visible, because timers of a hidden page are late.
    else if (event !== 'hidden') status.progress.restart()
    leaderWork?.connection.dispatch({ is: event })
    if (event === 'online') ignoreErrors(leaderWork?.outbox.applyAll({ is: 'net-back' }))
    if (event === 'visible') ignoreErrors(leaderWork?.outbox.sendDue())
    if (event === 'hidden' && status.get().waiting > 0) environment.registerBackgroundSync()
  })
  const unwatchSession = environment.subscribeSession(userId, (event) => {
    leaderWork?.connection.dispatch({ is: event })
    if (event === 'signed-in') ignoreErrors(leaderWork?.outbox.applyAll({ is: 'signed-in' }))
  })
  const leadership = joinElection(userId, locks, tabs, page, lead)
  tabs.post({ is: 'link?' })
  ignoreErrors(loadEnqueue())
  if (!page.online()) status.progress.stall()

  async function flushNow(): Promise<void> {
    const flushed = leaderWork
      ? leaderWork.outbox.applyAll({ is: 'hurry' })
      : loadRequestFlush().then((it) => it.requestFlush(tabs))
    await Promise.race([
      flushed.catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, FLUSH_MS)),
    ])
  }

  return {
    status,
    ephemeral,
    async enqueue(entry) {
      const { is } = status.get().link
      if (replica.inMemory && kindOf(entry).isWork && is !== 'live' && is !== 'catching-up')
        throw new NotStored()
      await loadEnqueue().then((it) => it.enqueue(replica, entry))
      wakeSender()
    },
    retry: (id) => applyToEntry(id, { is: 'retry', id: uuid7() }),
    edit: (id, text) => applyToEntry(id, { is: 'edit', id: uuid7(), text }),
    discard: (id) => applyToEntry(id, { is: 'discard' }),
    async takeBack(entry) {
      await loadStore().then((it) => it.takeBack(replica, entry, environment.random))
      wakeSender()
    },
    holdThread: (clientId) =>
      loadHeldThreads().then(([it, pages]) => it.holdThread(replica, pages, clientId)),
    loadOlder: (clientId) => loadHeldThreads().then(([it, pages]) => it.loadOlder(replica, pages, clientId)),
    flushNow,
    tryAgain() {
      status.progress.restart()
      if (leaderWork) leaderWork.connection.reconnect()
      else tabs.post({ is: 'again' })
      ignoreErrors(flushNow())
    },
    async stop() {
      unlisten()
      unwatchPage()
      unwatchSession()
      replica.sleep(false)
      await leadership.stop()
      status.stop()
      tabs.close()
    },
  }
}
