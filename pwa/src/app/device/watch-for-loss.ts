// ST4: detects that the browser or the user removes the stored data while this page uses it.
import { accessToken } from '../../api/auth/access-token'
import type { Replica } from '../../db/schema'
import type { SyncHandle } from '../../sync'
import { reportLostData } from './storage-cookie'

/** Reports the loss. Call after the replica has been opened: it is then created anew only after its removal. */
export function watchForLoss(replica: Replica, { status }: SyncHandle): void {
  if (replica.inMemory) return
  replica.on('populate', () => {
    // The status still has the former counts, because it is read after this.
    const { waiting, refused } = status.get()
    reportLostData({ unsent: waiting + refused })
    // Opens the sign-in screen if the session was removed, too. Not inside the transaction of `populate`.
    setTimeout(() => void accessToken().catch(() => undefined), 0)
  })
}
