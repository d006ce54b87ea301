// The work of the leading tab: the connection, the sender of the outbox, and the link status that all tabs
// show. Errors are ignored, because a timer or the next connection retries the work.
import type { Replica } from '../db/schema'
import { serverNow } from '../lib/time/clock'
import { ignoreErrors } from './ignore-errors'
import { runConnection } from './connection/connection'
import type { Connection } from './connection/connection-types'
import type { EphemeralRelay } from './connection/ephemeral'
import type { Session } from './connection/session-types'
import type { SyncEnvironment } from './environment'
import { loadOutbox } from './outbox/load-sender'
import type { OutboxRunner } from './outbox/outbox'
import type { Requests } from './registry'
import { forgetOldTombstones } from './replica/ingest'
import { makeBlockCheck } from './status/blocked'
import { linkOf, type StatusStore } from './status/status'
import type { Tabs } from './tabs/channel'

interface LeadingParts {
  userId: string
  replica: Replica
  build: string
  tab: string
  tabs: Tabs
  environment: SyncEnvironment
  requests: () => Promise<Requests>
  status: StatusStore
  ephemeral: EphemeralRelay
  /** BG2: waits until no other sender on this device is active. */
  acquireLock: () => Promise<() => void>
  /** Loads the held threads that have no page yet. */
  fillThreads: () => Promise<void>
}

export interface LeaderWork {
  connection: Connection
  outbox: OutboxRunner
  stop(): Promise<void>
}

export function startLeading({
  userId,
  replica,
  build,
  tab,
  tabs,
  environment,
  requests,
  status,
  ephemeral,
  acquireLock,
  fillThreads,
}: LeadingParts): LeaderWork {
  const { random, page } = environment
  let lastLiveAt = Date.parse(status.get().as_of ?? '') || serverNow()
  let lastSession: Session | null = null
  let isStopped = false

  const blocks = makeBlockCheck(environment.serverResponds, showLink)
  function showLink(): void {
    if (lastSession === null || isStopped) return
    const link = linkOf(lastSession, lastLiveAt, blocks.isBlocked())
    if (link.is === 'live') lastLiveAt = serverNow()
    status.setLink(link)
    tabs.post({ is: 'link', link })
  }

  const outbox = loadOutbox(
    {
      replica,
      tab,
      random,
      acquireLock,
      onDelivered: () => connection.dispatch({ is: 'start' }),
      onDelayed: environment.registerBackgroundSync,
    },
    requests,
  )
  const connection = runConnection({
    userId,
    replica,
    build,
    tab,
    random,
    endpoints: environment.endpoints,
    openSocket: environment.openSocket,
    token: environment.token,
    online: page.online(),
    visible: page.visible(),
    onChange(session) {
      lastSession = session
      blocks.follow(session)
      showLink()
      status.progress.noteState(session.state)
    },
    onServerReached: () => ignoreErrors(outbox.applyAll({ is: 'accepted' })),
    onUpToDate: () => ignoreErrors(fillThreads()),
    onEphemeral: (items) => ephemeral.receive(items),
  })
  connection.dispatch({ is: 'start' })
  ignoreErrors(outbox.start())
  ignoreErrors(forgetOldTombstones(replica, serverNow()))

  return {
    connection,
    outbox,
    async stop() {
      isStopped = true
      await Promise.all([connection.stop(), outbox.stop()])
    },
  }
}
