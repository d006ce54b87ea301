// The front door of sync: what features and the app may use. The rules stand in platform/sync/PROTOCOL.md.
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
  /** Who types and who is there. */
  passing: Passing
  /**
   * Accept something a person did: it is stored before this resolves and sent when it can be. `body.id` of a
   * message is its final id (uuid7). A draft of the thread with the same text goes in the same transaction.
   * A read marker replaces a waiting one of the same thread. Rejects with `NotKept`.
   */
  enqueue(entry: NewEntry): Promise<void>
  /** Send an entry again now. */
  retry(id: string): Promise<void>
  /** MU10: change a waiting message and send it; what may have arrived under its id is taken back first. */
  edit(id: string, content: string): Promise<void>
  /** MU10: drop a waiting message for good, or take it back if it may have arrived. */
  discard(id: string): Promise<void>
  /** MU8: take a message back, whether it waits or has arrived; done when it can be. */
  takeBack(body: MessageBody): Promise<void>
  /** Keep a thread's messages on this device and load the newest ones; offline they come at the next contact. */
  holdThread(clientId: string): Promise<void>
  /** Load one older page of a held thread; 'start' when nothing older exists. Rejects with `Unreachable`. */
  loadOlder(clientId: string): Promise<'more' | 'start'>
  /** Send everything waiting now, whatever its back-off. Resolves when nothing is due any more, or after 15 s. */
  flushNow(): Promise<void>
  /** Connect, load and send again now, because a person asks for it. */
  tryAgain: () => void
  /** Let go of socket, timers and locks. Nothing touches the replica after this resolves. */
  stop(): Promise<void>
}

/** ST3: there is no connection, and this browser cannot keep what is written until there is one. */
export class NotKept extends Error {}

/** The outside world; tests bring their own. */
export interface World {
  doors: Doors
  openSocket: OpenSocket
  token: (refused?: string) => Promise<Access>
  watchSession: typeof watchSession
  locks: Locks | null
  page: PageWatch
  random: () => number
  /** BG1: have the service worker send what waits when there is a network, also when no page is open any more. */
  wakeLater: () => void
}

const FLUSH_MS = 15_000
/** Pages of threads: no first picture needs them. */
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

/** Start syncing a signed-in person's replica. Never waits for the network. */
export function startSync(options: SyncOptions, world: World = browserWorld(options.replica)): SyncHandle {
  const { userId, replica, build } = options
  const { doors, page } = world
  const tab = uuid4()
  // What is in memory no other tab sees: this one stands alone.
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
    // TB4: what a frozen page has open, everybody else waits for. Dexie opens it again when it is needed.
    if (event === 'asleep') replica.close({ disableAutoOpen: false })
    if (event === 'asleep' || event === 'awake') return
    if (event === 'offline') status.progress.stall()
    // Timers of a hidden page are late: its wait begins when it is seen.
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

/** Best effort: what fails here is tried again by a timer or at the next contact. */
function quietly(work: Promise<unknown> | undefined): void {
  work?.catch(() => undefined)
}
