// Loads the sender of the outbox when this tab becomes the leader.
import type { Requests } from '../registry'
import type { OutboxParts, OutboxRunner } from './outbox'

/**
 * Loads the sender on its first call, because the first paint does not need it. After a failure the next call
 * retries.
 */
export function loadOutbox(
  parts: Omit<OutboxParts, 'send'>,
  requests: () => Promise<Requests>,
): OutboxRunner {
  let loading: Promise<OutboxRunner> | null = null
  const runner = (): Promise<OutboxRunner> =>
    (loading ??= Promise.all([import('./outbox'), requests()])
      .then(([it, { send }]) => it.runOutbox({ ...parts, send }))
      .catch((error: unknown) => {
        loading = null
        throw error
      }))
  return {
    start: () => runner().then((it) => it.start()),
    sendDue: () => runner().then((it) => it.sendDue()),
    applyAll: (event) => runner().then((it) => it.applyAll(event)),
    stop: async () => (await loading)?.stop(),
  }
}
