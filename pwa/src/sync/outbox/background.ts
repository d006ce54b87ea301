// BG1: sends the outbox from the service worker, when the browser reports a network and no page is open.
import { Dexie } from 'dexie'

import { storedSession } from '../../api/auth/session-store'
import { Replica, replicaName } from '../../db/schema'
import { uuid4 } from '../../lib/ids/uuid4'
import { outboxLock } from '../tabs/locks'
import type { Requests } from '../registry'
import { runOutbox } from './outbox'
import { changeAll } from './store'

/** The tag of the only `sync` event. */
export const OUTBOX_TAG = 'outbox'

/**
 * Sends the outbox of the signed-in user as a page would, even if another user signs in meanwhile. `isAlone`:
 * no page of the app is open. The sender of an entry in state 'sending' has then ended, so this sends the
 * entry again at once and does not wait for the end of its lease (BG2). Rejects if entries still wait, so
 * that the browser repeats the event.
 */
export async function sendWaiting(
  requestsOf: (userId: string) => Requests,
  { isAlone }: { isAlone: boolean },
): Promise<void> {
  const userId = (await storedSession())?.user.id
  // Check first, because opening a missing replica would create it.
  if (userId === undefined || !(await Dexie.exists(replicaName(userId)))) return
  const replica = new Replica(userId)
  const acquireLock = outboxLock(userId, navigator.locks)
  const sender = runOutbox({
    replica,
    send: requestsOf(userId).send,
    tab: uuid4(),
    random: Math.random,
    acquireLock,
  })
  try {
    if (isAlone) await changeAll(replica, { is: 'lease-over' }, Math.random)
    await sender.applyAll({ is: 'net-back' })
    const waiting = await replica.outbox
      .filter(({ state }) => state === 'queued' || state === 'sending')
      .count()
    if (waiting > 0) throw new Error(`${waiting} still wait to be sent.`)
  } finally {
    await sender.stop()
    replica.close()
  }
}
