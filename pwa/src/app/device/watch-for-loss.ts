// ST4: detects that the browser or the user removes the stored data while this page uses it.
import { accessToken } from '../../api/auth/access-token'
import { storedSession } from '../../api/auth/auth'
import type { Replica } from '../../db/schema'
import type { SyncHandle } from '../../sync'
import { isStoredRecorded, reportLostData } from './storage-cookie'

/**
 * Reports the loss. Call after the replica has been opened. From then on, Dexie creates it anew only if it
 * was removed.
 */
export function watchForLoss(replica: Replica, { status }: SyncHandle): void {
  if (replica.inMemory) return
  replica.on('populate', () => {
    // Read the counts and the cookie now, because both still have their former values and change soon.
    const { waiting, refused } = status.get()
    const isRecorded = isStoredRecorded()
    // Wait until after the transaction of `populate`.
    setTimeout(() => void report(replica, waiting + refused, isRecorded).catch(() => undefined), 0)
  })
}

async function report(replica: Replica, unsent: number, isRecorded: boolean): Promise<void> {
  if (!(await hasSignedOut(replica, isRecorded))) reportLostData({ unsent })
  // This opens the sign-in screen if the browser has removed the session too.
  await accessToken()
}

/**
 * Whether the user has signed out in another tab, which a frozen page does not notice. Such a sign-out
 * removes the cookie, unless the data of another user is stored. The browser instead removes the data of all
 * users.
 */
async function hasSignedOut({ name, userId }: Replica, isRecorded: boolean): Promise<boolean> {
  const session = await storedSession()
  if (session !== null) return session.user.id !== userId
  const databases = await indexedDB.databases()
  const isOthers = (other = '') => other.startsWith('portal-u') && other !== name
  return !isRecorded || databases.some((other) => isOthers(other.name))
}
