// Loads the sender of the outbox when this tab begins to lead.
import type { OutboxParts, OutboxRunner } from './outbox'

/** The sender loads beside the first picture, which needs nothing of it; where it could not be loaded the next call tries again. */
export function loadOutbox(parts: OutboxParts): OutboxRunner {
  let loading: Promise<OutboxRunner> | null = null
  const runner = (): Promise<OutboxRunner> =>
    (loading ??= import('./outbox')
      .then((it) => it.runOutbox(parts))
      .catch((error: unknown) => {
        loading = null
        throw error
      }))
  return {
    start: () => runner().then((it) => it.start()),
    look: () => runner().then((it) => it.look()),
    all: (event) => runner().then((it) => it.all(event)),
    stop: async () => (await loading)?.stop(),
  }
}
