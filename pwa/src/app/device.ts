// The signed-in person's replica and sync on this device: opened once, and taken off it at sign-out.
import { openReplica, storeLost } from '../db/open'
import type { Replica } from '../db/schema'
import { deleteReplica, lockReplica } from '../db/wipe'
import { afterPicture } from '../lib/first-picture'
import { makeStore, type Readable } from '../lib/store'
import type { Live } from '../live/live'
import { startSync, type SyncHandle } from '../sync'
import { noteKept, noteTaken } from './kept'
import type { reportFor as ReportFor } from './reports'
import { leaveBy, screensClose } from './session'
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
    if (newVersion === null) screensClose()
    else location.reload()
  })
  open = liveOf(userId, replica)
  unsentWork.note(userId, 0)
  if (storeLost.get()) void goOnInMemory()
  return open
}

function liveOf(userId: string, replica: Replica): Live {
  const sync = reported(replica, startSync({ userId, replica, build: __BUILD__ }))
  const note = (): void => noteKept(sync.status.get().waiting + sync.status.get().refused)
  if (!replica.inMemory) {
    sync.status.subscribe(note)
    note()
  }
  return { userId, replica, sync }
}

storeLost.subscribe(() => void goOnInMemory())

/** ST2: the browser does not keep the replica: from now on nothing outlasts this page, and the person is told so. */
async function goOnInMemory(): Promise<void> {
  const before = open
  if (before === null || before.replica.inMemory) return
  const { memoryReplica } = await import('../db/memory')
  if (open !== before) return
  void before.sync.stop()
  open = liveOf(before.userId, memoryReplica(before.userId))
  replaced.set(replaced.get() + 1)
}

const loadReports = () => import('./reports')
const loadReportsLater = afterPicture(loadReports)
const dropPush = () => loadReports().then((loaded) => loaded.dropPush()).catch(() => undefined)

/** Failures of this page are told to the server while it syncs; those from before its code is there, too. */
function reported(replica: Replica, sync: SyncHandle): SyncHandle {
  let stopped = false
  let stopReports = (): void => void (stopped = true)
  const tell = ({ reportFor }: { reportFor: typeof ReportFor }): void => {
    if (!stopped) stopReports = reportFor(replica, sync)
  }
  loadReportsLater().then(tell, () => undefined)
  return {
    ...sync,
    stop() {
      stopReports()
      return sync.stop()
    },
  }
}

/** How many written messages the server has not acknowledged. */
export function countUnsent(replica: Replica): Promise<number> {
  return replica.outbox.filter((entry) => entry.kind === 'messages.send').count()
}

/** Signs out for good: sync stops, then the replica, cached answers and the session go, in this order. */
export async function signOut(live: Live): Promise<void> {
  await leaveBy(async () => {
    await live.sync.stop()
    open = null
    await dropPush()
    await deleteReplica(live.replica)
    noteTaken()
    await dropCaches()
  })
}

/** Takes rows off the device after a session ended by itself; unsent work and drafts stay, locked. */
export async function lockDevice(userId: string): Promise<void> {
  const live = open?.userId === userId ? open : null
  open = null
  await live?.sync.stop()
  await dropPush()
  const replica = live?.replica ?? openReplica(userId)
  // Another tab's sign-out deletes the replica first: then nothing is left to lock.
  if (replica.retired) return
  const unsent = await countUnsent(replica)
  const begun = (await replica.drafts.count()) + (await replica.files.count())
  if (unsent + begun === 0) await deleteReplica(replica)
  else await lockReplica(replica)
  unsentWork.note(userId, unsent)
  noteTaken()
}

/** Everything in Cache Storage but the app shell, which holds nobody's data. */
async function dropCaches(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)))
}
