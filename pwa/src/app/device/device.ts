// The signed-in person's replica and sync on this device, opened once; leave-device.ts takes them off it.
import { openReplica, storeLost } from '../../db/open'
import type { Replica } from '../../db/schema'
import { afterPicture } from '../../lib/first-paint'
import { makeStore, type Readable } from '../../lib/store'
import type { Live } from '../../live/live'
import { startSync, type SyncHandle } from '../../sync'
import { noteKept, noteTaken } from './storage-cookie'
import type { reportFor as ReportFor } from '../error-reports'
import { screensClose } from '../session/session'
import { unsentWork } from './unsent-work'

let open: Live | null = null
const replaced = makeStore(0)
/** Changes when `openDevice` gives something else for the same person. */
export const deviceReplaced: Readable<number> = replaced

/** Opens the person's replica and starts to sync it; the same again for the same person. */
export function openDevice(userId: string): Live {
  if (open?.userId === userId) return open
  void open?.sync.stop()
  const replica = openReplica(userId)
  replica.on('versionchange', ({ newVersion }) => {
    // Another tab deletes the replica (sign-out) or holds a newer app, which this page has to become too.
    if (newVersion === null) {
      screensClose()
      noteTaken()
    } else location.reload()
  })
  open = liveOf(userId, replica)
  unsentWork.note(userId, 0)
  if (storeLost.get()) void goOnInMemory()
  return open
}

function liveOf(userId: string, replica: Replica): Live {
  const sync = reported(replica, startSync({ userId, replica, build: __BUILD__ }))
  // Only as long as the database is there: what says that it should be comes after it and goes before it (ST4).
  const note = (): void => {
    if (replica.isOpen()) noteKept(sync.status.get().waiting + sync.status.get().refused)
  }
  if (!replica.inMemory) {
    sync.status.subscribe(note)
    replica.open().then(note, () => undefined)
  }
  return { userId, replica, sync }
}

storeLost.subscribe(() => void goOnInMemory())

/** ST2: the browser does not keep the replica: from now on nothing outlasts this page, and the person is told so. */
async function goOnInMemory(): Promise<void> {
  const before = open
  if (before === null || before.replica.inMemory) return
  const { memoryReplica } = await import('../../db/memory-replica')
  if (open !== before) return
  void before.sync.stop()
  open = liveOf(before.userId, memoryReplica(before.userId))
  replaced.set(replaced.get() + 1)
}

const loadReports = afterPicture(() => import('../error-reports'))

/** Failures of this page are told to the server while it syncs; those from before its code is there, too. */
function reported(replica: Replica, sync: SyncHandle): SyncHandle {
  let stopped = false
  let stopReports = (): void => void (stopped = true)
  const tell = ({ reportFor }: { reportFor: typeof ReportFor }): void => {
    if (!stopped) stopReports = reportFor(replica, sync)
  }
  loadReports().then(tell, () => undefined)
  return {
    ...sync,
    stop() {
      stopReports()
      return sync.stop()
    },
  }
}

/** The device that is open for this user, or for anybody; it is not open any more. */
export function letGo(userId?: string): Live | null {
  const live = userId === undefined || open?.userId === userId ? open : null
  open = null
  return live
}
