// CL14: what an answer has brought before the stream did. A store that was put back to an earlier moment may not have it.
import type { Replica } from '../../db/schema'

/** So many times the device was up to date since: by then the server has told a position after the answer. */
const ROUNDS = 3

/** Another connection begins, before it says hello: what answers brought until now it tells, or it is no more. */
export async function connected(replica: Replica): Promise<void> {
  await replica.meta.put({ k: 'connected', value: await nextRound(replica) })
}

/** The device is up to date: answers of long before are in the streams. */
export async function upToDate(replica: Replica): Promise<void> {
  const round = await nextRound(replica)
  await replica.provisional.where('round').belowOrEqual(round - ROUNDS).delete()
}

async function nextRound(replica: Replica): Promise<number> {
  const round = (await numberIn(replica, 'round')) + 1
  await replica.meta.put({ k: 'round', value: round })
  return round
}

export async function numberIn(replica: Replica, k: 'round' | 'connected'): Promise<number> {
  const value = (await replica.meta.get(k))?.value
  return typeof value === 'number' ? value : 0
}
