// Web Locks: an interface for the API, and the lock that allows only one sender of the outbox at a time.

/** The part of `navigator.locks` used here. */
export interface Locks {
  request(
    name: string,
    options: { signal: AbortSignal } | { steal: true },
    whileHeld: () => Promise<void>,
  ): Promise<unknown>
}

/** Longer than a usual flush. A frozen tab holds its lock for ever, so the lock is stolen after this time. */
const STEAL_AFTER_MS = 10_000

/**
 * BG2: allows one sender at a time on a device: a tab or the service worker. The returned function waits for
 * the lock, and resolves with a function that releases it. The lock only saves work, because the message's id
 * prevents duplicates (MU1).
 */
export function outboxLock(userId: string, locks: Locks | null): () => Promise<() => void> {
  const take = (manager: Locks, options: Parameters<Locks['request']>[1]): Promise<() => void> =>
    new Promise((resolve, reject) => {
      manager
        .request(`outbox:${userId}`, options, () => new Promise<void>((release) => resolve(release)))
        .catch(reject)
    })
  return () =>
    locks
      ? take(locks, { signal: AbortSignal.timeout(STEAL_AFTER_MS) }).catch(() => take(locks, { steal: true }))
      : Promise.resolve(() => undefined)
}
