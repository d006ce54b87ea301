// CL14: the age of provisional rows. A response has delivered such a row, but its stream has not yet. If the
// server's database is restored to an earlier time, it does not contain the row.
import type { Replica } from '../../db/schema'

/**
 * CL14: a row is confirmed once the device has been up to date this many times since the response, because
 * the server has then sent a position that is later than the response.
 */
const ROUNDS = 3

/**
 * Called before `hello`. The new connection delivers the rows of earlier responses, or the server has lost
 * them.
 */
export async function recordConnection(replica: Replica): Promise<void> {
  await replica.meta.put({ k: 'connected', value: await nextRound(replica) })
}

/**
 * Called when the device is up to date. Confirms old provisional rows, because the streams contain them by
 * now.
 */
export async function recordUpToDate(replica: Replica): Promise<void> {
  const round = await nextRound(replica)
  await replica.provisional
    .where('round')
    .belowOrEqual(round - ROUNDS)
    .delete()
}

async function nextRound(replica: Replica): Promise<number> {
  const round = (await readCounter(replica, 'round')) + 1
  await replica.meta.put({ k: 'round', value: round })
  return round
}

export async function readCounter(replica: Replica, k: 'round' | 'connected'): Promise<number> {
  const value = (await replica.meta.get(k))?.value
  return typeof value === 'number' ? value : 0
}
