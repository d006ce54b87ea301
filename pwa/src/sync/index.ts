// The public API of sync for features and the app. platform/sync/PROTOCOL.md contains its rules.
import { type Access, accessToken, watchSession } from '../api/auth/auth'
import type { MessageBody } from '../db/rows/rows'
import type { Replica } from '../db/schema'
import { serverNow } from '../lib/clock'
import type { Readable } from '../lib/store'
import { uuid4 } from '../lib/uuid4'
import { uuid7 } from '../lib/uuid7'
import { runConnection, type Connection } from './connection/connection'
import type { Doors } from './connection/endpoints'
import { enqueue, type NewEntry } from './outbox/enqueue'
import { httpDoors } from './connection/http-endpoints'
import { forgetOldTombstones } from './replica/ingest'
import { takePart } from './tabs/leader'
import { loadOutbox } from './outbox/load-sender'
import { outboxLock, type Locks } from './tabs/locks'
import type { OutboxRunner } from './outbox/outbox'
import type { EntryEvent } from './outbox/state-machine'
import { browserPage, wakeLater, type PageWatch } from './connection/page-events'
import { joinPassing, type Passing } from './connection/ephemeral'
import { openSocket, type OpenSocket } from './connection/socket'
import { linkOf, watchStatus, type SyncStatus } from './status/status'
import { joinTabs } from './tabs/channel'

export type { NewEntry } from './outbox/enqueue'
export { canEdit, isLimited, mayHaveArrived, takeBackLane } from './outbox/entry'
export type { Passing } from './connection/ephemeral'
export type { Heard, Saying } from './connection/protocol'
export type { Link, SyncStatus } from './status/status'

export interface SyncOptions {
  userId: string
  replica: Replica
  /** This build, e.g. "2026.11.1"; the server may ask for a newer one. */
  build: string
}

export interface SyncHandle {
  status: Readable<SyncStatus>
  /** Typing, presence and parts of replies. */
  passing: Passing
  /**
   * Stores a user's action before this resolves, and sends it as soon as possible. `body.id` of a message is
   * its final id (uuid7). A draft of the thread with the same text is deleted in the same transaction.
   * A read marker replaces a waiting one of the same thread. Rejects with `NotKept`.
   */
  enqueue(entry: NewEntry): Promise<void>
  /** Sends an entry again now. */
  retry(id: string): Promise<void>
  /** MU10: changes a waiting message and sends it; first takes back the old text if it may have arrived. */
  edit(id: string, content: string): Promise<void>
  /** MU10: deletes a waiting message, or takes it back if it may have arrived. */
  discard(id: string): Promise<void>
  /** MU8: takes a message back as soon as possible, whether it waits or has arrived. */
  takeBack(body: MessageBody): Promise<void>
  /** Stores a thread's messages from now on and loads the newest ones; offline, at the next connection. */
  holdThread(clientId: string): Promise<void>
  /** Loads one older page of a held thread; 'start' if none is older. Rejects with `Unreachable`. */
  loadOlder(clientId: string): Promise<'more' | 'start'>
  /** Sends all waiting entries without back-off. Resolves when none is due any more, or after 15 s. */
  flushNow(): Promise<void>
  /** Connects, loads and sends again now, at the user's request. */
  tryAgain: () => void
  /** Releases socket, timers and locks. After it resolves, only a running load may still store its pages. */
  stop(): Promise<void>
}

/** ST3: there is no connection, and this browser cannot store a message until there is one. */
export class NotKept extends Error {}

/** The external services of sync; tests pass fakes. */
export interface World {
  doors: Doors
  openSocket: OpenSocket
  token: (refused?: string) => Promise<Access>
  watchSession: typeof watchSession
  locks: Locks | null
  page: PageWatch
  random: () => number
  /** BG1: makes the service worker send the outbox when there is a network, even if no page is open. */
  wakeLater: () => void
}

const FLUSH_MS = 15_000
/** Loaded on demand, because the first paint does not need it. */
const held = () => import('./replica/held-threads')

function browserWorld(replica: Replica): World {
  const locks = 'locks' in navigator ? navigator.locks : null
  const doors = httpDoors(replica.userId)
  return {
    doors: {
      ...doors,
      sendMessage: (body) =>
        body.file ? import('./outbox/send-with-file').then((it) => it.sendWithFile(replica, doors, body)) : doors.sendMessage(body),
    },
    openSocket,
    token: (refused) => accessToken(refused, replica.userId),
    watchSession,
    locks,
    page: browserPage,
    random: Math.random,
    wakeLater,
  }
}

/** Starts to sync a signed-in user's replica. Does not wait for the network. */
export function startSync(options: SyncOptions, world: World = browserWorld(options.replica)): SyncHandle {
  const { userId, replica, build } = options
  const { doors, page } = world
  const tab = uuid4()
  // Use a channel of its own for a replica in memory, because no other tab shares it.
  const tabs = joinTabs(replica.inMemory ? tab : userId)
  const locks = replica.inMemory ? null : world.locks
  const status = watchStatus(replica)
  let connection: Connection | null = null
  let outbox: OutboxRunner | null = null
  const passing = joinPassing(tabs, () => connection)

  function lead(): () => Promise<void> {
    const sender = loadOutbox({
      replica,
      doors,
      tab,
      random: world.random,
      alone: outboxLock(userId, locks),
      delivered: () => connection?.tell({ is: 'start' }),
      delayed: world.wakeLater,
    })
    let goodAt = Date.parse(status.get().as_of ?? '') || serverNow()
    const link = runConnection({
      userId,
      replica,
      build,
      tab,
      doors,
      openSocket: world.openSocket,
      token: world.token,
      random: world.random,
      online: page.online(),
      visible: page.visible(),
      changed(session) {
        const next = linkOf(session, goodAt)
        if (next.is === 'live') goodAt = serverNow()
        status.setLink(next)
        status.progress.reached(session.state)
        tabs.say({ is: 'link', link: next })
      },
      reached: () => quietly(sender.all({ is: 'net-back' })),
      current: () => quietly(held().then((it) => it.fillThreads(replica, doors))),
      passing: (items) => passing.heard(items),
    })
    connection = link
    outbox = sender
    link.tell({ is: 'start' })
    quietly(sender.start())
    quietly(forgetOldTombstones(replica, serverNow()))
    return async () => {
      connection = null
      outbox = null
      await Promise.all([link.stop(), sender.stop()])
    }
  }

  function poke(): void {
    if (outbox) quietly(outbox.look())
    else tabs.say({ is: 'look' })
  }

  async function act(id: string, event: EntryEvent): Promise<void> {
    await (await import('./outbox/store')).change(replica, id, event, world.random)
    poke()
  }

  const unlisten = tabs.listen((message) => {
    if (message.is === 'link' && !connection) status.setLink(message.link)
    if (message.is === 'link?' && connection) tabs.say({ is: 'link', link: status.get().link })
    if (message.is === 'look') quietly(outbox?.look())
    if (message.is === 'again') connection?.again()
    if (message.is === 'flush' && outbox) {
      quietly(outbox.all({ is: 'hurry' }).then(() => tabs.say({ is: 'flushed', n: message.n })))
    }
  })
  const unwatchPage = page.watch((event) => {
    // TB4: close the database, because other tabs would wait for a frozen page. Dexie reopens it on demand.
    if (event === 'asleep') replica.close({ disableAutoOpen: false })
    if (event === 'asleep' || event === 'awake') return
    if (event === 'offline') status.progress.stall()
    // Restart the progress timer when the page becomes visible, because timers of a hidden page are late.
    else if (event !== 'hidden') status.progress.moved()
    connection?.tell({ is: event })
    if (event === 'online') quietly(outbox?.all({ is: 'net-back' }))
    if (event === 'visible') quietly(outbox?.look())
    if (event === 'hidden' && status.get().waiting > 0) world.wakeLater()
  })
  const unwatchSession = world.watchSession(userId, (what) => {
    connection?.tell({ is: what })
    if (what === 'signed-in') quietly(outbox?.all({ is: 'signed-in' }))
  })
  const leadership = takePart(userId, locks, tabs, page, lead)
  tabs.say({ is: 'link?' })
  if (!page.online()) status.progress.stall()

  async function flushNow(): Promise<void> {
    const flushed = outbox ? outbox.all({ is: 'hurry' }) : (await import('./outbox/request-flush')).askToFlush(tabs)
    await Promise.race([flushed.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, FLUSH_MS))])
  }

  return {
    status,
    passing,
    async enqueue(entry) {
      const { is } = status.get().link
      if (replica.inMemory && entry.kind === 'messages.send' && is !== 'live' && is !== 'catching-up') throw new NotKept()
      await enqueue(replica, entry)
      poke()
    },
    retry: (id) => act(id, { is: 'retry', id: uuid7() }),
    edit: (id, content) => act(id, { is: 'edit', id: uuid7(), content }),
    discard: (id) => act(id, { is: 'discard' }),
    async takeBack(body) {
      await (await import('./outbox/store')).takeBack(replica, body, world.random)
      poke()
    },
    holdThread: (clientId) => held().then((it) => it.holdThread(replica, doors, clientId)),
    loadOlder: (clientId) => held().then((it) => it.loadOlder(replica, doors, clientId)),
    flushNow,
    tryAgain() {
      status.progress.moved()
      if (connection) connection.again()
      else tabs.say({ is: 'again' })
      quietly(flushNow())
    },
    async stop() {
      unlisten()
      unwatchPage()
      unwatchSession()
      await leadership.stop()
      status.stop()
      tabs.close()
    },
  }
}

/** Ignores errors, because a timer or the next connection retries the work. */
function quietly(work: Promise<unknown> | undefined): void {
  work?.catch(() => undefined)
}
