// BG1: the service worker sends what waits when the browser says that there is a network, with no page open.
import { Dexie } from 'dexie'

import { storedSession } from '../../api/auth/session-store'
import { Replica, replicaName } from '../../db/schema'
import { uuid4 } from '../../lib/uuid4'
import { outboxLock } from '../tabs/locks'
import type { Doors } from '../connection/endpoints'
import { runOutbox } from './outbox'

/** The tag of the one `sync` event there is. */
export const OUTBOX_TAG = 'outbox'

/** There is no way to send a file in parts from here: its message waits for a page. */
function withoutFiles(doors: Doors): Doors {
  const later = { is: 'later', why: 'network', after: 0, unsent: true } as const
  return { ...doors, sendMessage: (body) => (body.file ? Promise.resolve(later) : doors.sendMessage(body)) }
}

/** Send what waits, as a page would, and as its own person whoever signs in meanwhile. Rejects when something still waits: the browser then tries again later. */
export async function sendWaiting(doorsOf: (userId: string) => Doors): Promise<void> {
  const userId = (await storedSession())?.user.id
  // Opening a replica that is not there would make one.
  if (userId === undefined || !(await Dexie.exists(replicaName(userId)))) return
  const replica = new Replica(userId)
  const alone = outboxLock(userId, navigator.locks)
  const sender = runOutbox({ replica, doors: withoutFiles(doorsOf(userId)), tab: uuid4(), random: Math.random, alone })
  try {
    await sender.all({ is: 'net-back' })
    const waiting = await replica.outbox.filter(({ state }) => state === 'queued' || state === 'sending').count()
    if (waiting > 0) throw new Error(`${waiting} still wait to be sent.`)
  } finally {
    await sender.stop()
    replica.close()
  }
}
