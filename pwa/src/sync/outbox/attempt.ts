// One attempt to send an entry: leases it, sends its request and stores the response.
import type { OutboxEntry } from '../../db/rows/outbox'
import type { Replica } from '../../db/schema'
import type { RunInOrder } from '../../lib/work-queue'
import type { Requests } from '../registry'
import { changeEntry, changeAll, recordResponse } from './store'

const RENEW_MS = 30_000

export interface SendParts {
  replica: Replica
  send: Requests['send']
  tab: string
  random: () => number
  /** Called when the server has accepted an entry, which proves that the server can be reached. */
  onDelivered?: () => void
  /** Called when an entry could not be delivered now. */
  onDelayed?: () => void
}

interface AttemptParts extends SendParts {
  /** Runs all work on the replica. */
  runInOrder: RunInOrder
  /** How often the user has signed in, or the server has accepted the token, since the outbox started. */
  signIns: () => number
  /** Aborts when the outbox stops. */
  signal: AbortSignal
}

/** Resolves when the response is stored, or at once if the entry is not due any more. */
export async function attempt(id: string, parts: AttemptParts): Promise<void> {
  const { replica, tab, random, runInOrder } = parts
  const entry = await runInOrder(() => changeEntry(replica, id, { is: 'take', tab }, random))
  if (entry?.state !== 'sending' || entry.lease?.tab !== tab) return
  const signInsBefore = parts.signIns()
  const stopRenewing = renewLease(id, parts)
  const [answer, { storeResponse }] = await Promise.all([
    parts.send(entry, parts.signal),
    import('./store-response'),
  ]).finally(stopRenewing)
  if (parts.signal.aborted) return
  if (answer.is === 'ok') {
    parts.onDelivered?.()
    await runInOrder(() => storeResponse(replica, entry, answer.value, random))
  } else if (answer.is === 'unauthorized') {
    await runInOrder(() => waitForSignIn(entry, signInsBefore, parts))
  } else {
    await runInOrder(() => recordResponse(replica, entry, answer, random))
    if (answer.is === 'later') parts.onDelayed?.()
  }
}

/**
 * Renews the lease, so that no other sender takes the entry during a long request. Returns a function that
 * stops the renewals.
 */
function renewLease(id: string, { replica, tab, random, runInOrder }: AttemptParts): () => void {
  const renewing = setInterval(
    () =>
      void runInOrder(() => changeEntry(replica, id, { is: 'renew', tab }, random)).catch(() => undefined),
    RENEW_MS,
  )
  return () => clearInterval(renewing)
}

/** Lets all entries wait for a sign-in, because no request succeeds without one. */
async function waitForSignIn(
  entry: OutboxEntry,
  signInsBefore: number,
  { replica, random, signIns }: AttemptParts,
): Promise<void> {
  // Retry if the user has signed in during the request: the request's token was old, and no later sign-in
  // would end a wait.
  if (signIns() > signInsBefore)
    return recordResponse(replica, entry, { is: 'later', why: 'network', after: 0, unsent: true }, random)
  await recordResponse(replica, entry, { is: 'unauthorized' }, random)
  await changeAll(replica, { is: 'sign-in-needed' }, random)
}
