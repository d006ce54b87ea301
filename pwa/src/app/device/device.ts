// The signed-in user's replica and sync on this device, opened once. leave-device.ts removes them.
import { openReplica, storeLost } from '../../db/open'
import type { Replica } from '../../db/schema'
import { afterFirstPaint } from '../../lib/first-paint'
import { makeStore, type Readable } from '../../lib/store'
import type { Live } from '../../live/live'
import { startSync, type SyncHandle } from '../../sync'
import { registerSynced } from '../../synced'
import { recordStored, recordRemoved } from './storage-cookie'
import type * as Reports from './error-reports'
import { closeScreens } from '../session/session'
import { unsentWork } from '../session/unsent-work'

registerSynced()

let currentLive: Live | null = null
const replacedCount = makeStore(0)
/** Changes when `openDevice` returns another object for the same user. */
export const deviceReplaced: Readable<number> = replacedCount

const loadRequests = () => import('../../synced/messaging/requests')

/** Opens the user's replica and starts its sync. Returns the same object for the same user. */
export function openDevice(userId: string): Live {
  if (currentLive?.userId === userId) return currentLive
  void currentLive?.sync.stop()
  const replica = openReplica(userId)
  replica.on('versionchange', ({ newVersion }) => {
    // Another tab deletes the replica (sign-out), or runs a newer version, so this page must reload.
    if (newVersion === null) {
      closeScreens()
      recordRemoved()
    } else location.reload()
  })
  currentLive = liveOf(userId, replica)
  unsentWork.note(userId, 0)
  if (storeLost.get()) void continueInMemory()
  return currentLive
}

function liveOf(userId: string, replica: Replica): Live {
  const requests = () => loadRequests().then((it) => it.pageRequests(replica))
  const sync = withReports(replica, startSync({ userId, replica, build: __BUILD__, requests }))
  // Write the cookie only while the database exists: after its creation and before its deletion (ST4).
  const note = (): void => {
    if (replica.isOpen()) recordStored(sync.status.get().waiting + sync.status.get().refused)
  }
  if (!replica.inMemory) {
    sync.status.subscribe(note)
    replica.open().then(note, () => undefined)
  }
  return { userId, replica, sync }
}

storeLost.subscribe(() => void continueInMemory())

/** ST2: continues with a replica in memory, because the browser cannot store it. A notice tells the user. */
async function continueInMemory(): Promise<void> {
  const before = currentLive
  if (before === null || before.replica.inMemory) return
  const { memoryReplica } = await import('../../db/memory-replica')
  if (currentLive !== before) return
  void before.sync.stop()
  currentLive = liveOf(before.userId, memoryReplica(before.userId))
  replacedCount.set(replacedCount.get() + 1)
}

const loadReports = afterFirstPaint(() => import('./error-reports'))

/**
 * Reports failures of this page to the server until sync stops, including failures before the code of the
 * reports loaded.
 */
function withReports(replica: Replica, sync: SyncHandle): SyncHandle {
  let stopped = false
  let stopReports = (): void => void (stopped = true)
  const start = ({ reportFor, watchForLoss }: typeof Reports): void => {
    if (stopped) return
    stopReports = reportFor(replica, sync)
    watchForLoss(replica, sync)
  }
  loadReports().then(start, () => undefined)
  return {
    ...sync,
    stop() {
      stopReports()
      return sync.stop()
    },
  }
}

/**
 * Forgets and returns the open replica and sync of this user, or of any user if `userId` is missing. Null if
 * there are none. The caller stops the sync.
 */
export function closeDevice(userId?: string): Live | null {
  const live = userId === undefined || currentLive?.userId === userId ? currentLive : null
  currentLive = null
  return live
}
