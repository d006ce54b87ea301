// Takes a user's data off this device: at sign-out for good, or locked after a session that ended by itself.
import { hasWords } from '../../db/rows/files'
import { openReplica } from '../../db/open'
import type { Replica } from '../../db/schema'
import { deleteReplica, lockReplica } from '../../db/wipe'
import type { Live } from '../../live/live'
import { letGo } from './device'
import { noteTaken } from './storage-cookie'
import { leaveBy } from '../session/session'
import { unsentWork } from './unsent-work'

const dropPush = () => import('../error-reports').then((loaded) => loaded.dropPush()).catch(() => undefined)

/** How many written messages the server has not acknowledged. */
export async function countUnsent(replica: Replica): Promise<number> {
  const entries = await replica.outbox.filter((entry) => entry.kind !== 'threads.read').count()
  return entries + (await replica.files.filter(hasWords).count())
}

/** Signs out for good: sync stops, then the replica, cached answers and the session go, in this order. */
export async function signOut(live: Live): Promise<void> {
  await leaveBy(async () => {
    await live.sync.stop()
    letGo()
    await dropPush()
    await deleteNoted(live.replica)
    await dropCaches()
  })
}

/** Takes rows off the device after a session ended by itself; unsent work and drafts stay, locked. */
export async function lockDevice(userId: string): Promise<void> {
  const live = letGo(userId)
  await live?.sync.stop()
  await dropPush()
  const replica = live?.replica ?? openReplica(userId)
  // Another tab's sign-out deletes the replica first: then nothing is left to lock.
  if (replica.retired) return
  const unsent = await countUnsent(replica)
  const begun = (await replica.drafts.count()) + (await replica.files.count())
  unsentWork.note(userId, unsent)
  if (unsent + begun === 0) await deleteNoted(replica)
  else {
    await lockReplica(replica)
    noteTaken()
  }
}

async function deleteNoted(replica: Replica): Promise<void> {
  replica.retire()
  noteTaken()
  await deleteReplica(replica)
}

/** Everything in Cache Storage but the app shell, which holds nobody's data. */
async function dropCaches(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)))
}
