// Removes a user's data from this device at sign-out, or locks the data when a session ends without a
// sign-out.
import { hasUnqueuedMessage } from '../../db/rows/files'
import { openReplica } from '../../db/open'
import type { Replica } from '../../db/schema'
import { deleteReplica, lockReplica } from '../../db/wipe'
import type { Live } from '../../live/live'
import { kindOf } from '../../sync'
import { closeDevice } from './device'
import { recordRemoved } from './storage-cookie'
import { wipeAndSignOut } from '../session/session'
import { unsentWork } from '../session/unsent-work'

/** Part of this module, because both belong to the deferred code that the end of a session needs. */
export { mustEnrol } from '../session/must-enrol'

const loadErrorReports = () => import('./error-reports')
const dropPush = () =>
  loadErrorReports()
    .then((loaded) => loaded.dropPush())
    .catch(() => undefined)

/**
 * The number of messages that the server has not acknowledged: outbox entries, and files whose message is not
 * in the outbox yet.
 */
export async function countUnsent(replica: Replica): Promise<number> {
  const entries = await replica.outbox.filter((entry) => kindOf(entry).isWork).count()
  return entries + (await replica.files.filter(hasUnqueuedMessage).count())
}

/** Signs out: stops sync, then deletes the replica, the cached admin pages and the session, in this order. */
export async function signOut(live: Live): Promise<void> {
  await wipeAndSignOut(async () => {
    await limitWait(live.sync.stop())
    closeDevice()
    await dropPush()
    await deleteAndRecord(live.replica)
    await dropAdminPages()
  })
}

/**
 * Removes the rows and the cached admin pages when a session ends without a sign-out, because the next user of
 * this device may be another one. Unsent work and drafts stay, locked.
 */
export async function lockDevice(userId: string): Promise<void> {
  const live = closeDevice(userId)
  const replica = live?.replica ?? openReplica(userId)
  const own = await limitWait(stopAndCount(replica, live))
  await dropPush()
  // After a sign-out in another tab, which deletes the replica, nothing is left to lock.
  if (replica.retired) return
  const { waiting = 0, refused = 0 } = live?.sync.status.get() ?? {}
  unsentWork.note(userId, own?.unsent ?? waiting + refused)
  if (own && own.unsent + own.draftsAndFiles === 0) await deleteAndRecord(replica)
  else {
    // If the database hangs, the rows are removed before a later transaction of this user.
    await limitWait(lockReplica(replica))
    recordRemoved()
  }
  await dropAdminPages()
}

/** What the user has created and the server has not. Null if the replica is deleted. */
async function stopAndCount(replica: Replica, live: Live | null) {
  await live?.sync.stop()
  if (replica.retired) return null
  const unsent = await countUnsent(replica)
  return { unsent, draftsAndFiles: (await replica.drafts.count()) + (await replica.files.count()) }
}

/** The maximum wait for work on the device's storage, such as a database that a frozen tab keeps open. */
const MAX_WAIT_MS = 5_000

/** Resolves with `work`, or after `MAX_WAIT_MS`; then `work` continues in the background. */
function limitWait<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

/** ST4: removes the cookie, then deletes the replica. */
async function deleteAndRecord(replica: Replica): Promise<void> {
  recordRemoved()
  await limitWait(deleteReplica(replica))
}

/** Deletes the only cache with more than the app shell: `CACHE_NAME` in service-worker/admin-pages.ts. */
async function dropAdminPages(): Promise<void> {
  if ('caches' in globalThis) await limitWait(caches.delete('desk').catch(() => false))
}
