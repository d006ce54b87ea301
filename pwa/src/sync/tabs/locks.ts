// Web Locks, as far as they are used here: who leads, and who sends.

/** The part of `navigator.locks` used here. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal } | { steal: true }, held: () => Promise<void>): Promise<unknown>
}

/** A flush takes its time, but who is frozen holds its lock for ever. */
const PATIENCE_MS = 10_000

/**
 * BG2: one sender at a time on a device, be it a tab or the service worker. Waits for the lock and gives how to let go.
 * Locks save work; that a message arrives once is kept by its id (MU1).
 */
export function outboxLock(userId: string, locks: Locks | null): () => Promise<() => void> {
  const take = (arena: Locks, options: Parameters<Locks['request']>[1]): Promise<() => void> =>
    new Promise((resolve, reject) => {
      arena.request(`outbox:${userId}`, options, () => new Promise<void>((release) => resolve(release))).catch(reject)
    })
  return () =>
    locks
      ? take(locks, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => take(locks, { steal: true }))
      : Promise.resolve(() => undefined)
}
