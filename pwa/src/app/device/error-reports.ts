// Reports failures of this page and the age of unsent work to the server. Reports are rare and contain no
// user text.
import { ownApi as api } from '../../api/client'
import type { paths } from '../../api/schema.gen'
import type { Replica } from '../../db/schema'
import { serverNow, steady } from '../../lib/time/clock'
import { type Failure, failures } from '../../lib/failures'
import type { SyncHandle } from '../../sync'
import { isMessage } from '../../synced/messaging/rules'

// Exported here so that sign-out and the start need no other chunk, because this one is loaded already.
export { dropPush } from './drop-push'
export { watchForLoss } from './watch-for-loss'

type Report = paths['/realtime/v1/reports']['post']['requestBody']['content']['application/json']

/** The gap between two reports. Each failure is reported once, and at most 20 failures are reported. */
const REPORT_GAP_MS = 5_000
const MAX_FAILURES = 20
const CHECK_MS = 60_000
/**
 * The shortest interval between outbox reports, and the age of the oldest entry from which on an outbox
 * counts as stuck.
 */
const OUTBOX_EVERY_MS = 600_000
const STUCK_MS = 120_000

/** Reports for a signed-in user until the returned function is called. A report that fails is dropped. */
export function reportFor(replica: Replica, sync: SyncHandle): () => void {
  const reported = new Set<string>()
  const waiting: Report[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let outboxAt = -Infinity
  let stopped = false

  function enqueue(report: Report): void {
    // A check of the outbox may end after the user has signed out.
    if (stopped) return
    waiting.push(report)
    timer ??= setTimeout(sendNext, 0)
  }

  function sendNext(): void {
    timer = undefined
    const body = waiting.shift()
    if (body === undefined) return
    timer = setTimeout(sendNext, REPORT_GAP_MS)
    api.POST('/realtime/v1/reports', { body }).catch(() => undefined)
  }

  function reportFailures(): void {
    for (const failure of failures.get()) {
      const key = [failure.what, failure.name, failure.places[0]].join(' ')
      if (reported.has(key) || reported.size >= MAX_FAILURES) continue
      reported.add(key)
      enqueue(reportOf(failure))
    }
  }

  async function checkOutbox(): Promise<void> {
    if (sync.status.get().link.is !== 'live' || steady() - outboxAt < OUTBOX_EVERY_MS) return
    const outbox = await unsent(replica)
    if (outbox === null) return
    outboxAt = steady()
    enqueue({
      what: outbox.oldest_s * 1000 >= STUCK_MS ? 'outbox-stuck' : 'outbox',
      build: __BUILD__,
      outbox,
    })
  }

  const unwatch = failures.subscribe(reportFailures)
  const interval = setInterval(() => void checkOutbox().catch(() => undefined), CHECK_MS)
  reportFailures()
  return () => {
    stopped = true
    unwatch()
    clearInterval(interval)
    clearTimeout(timer)
  }
}

function reportOf({ what, name, places }: Failure): Report {
  const error = name === null ? null : { name, at: places }
  return { what, build: __BUILD__, error }
}

/** The number of waiting outbox entries and the age of the oldest, in seconds; null if there are none. */
async function unsent(replica: Replica): Promise<{ waiting: number; oldest_s: number } | null> {
  const entries = await replica.outbox.filter((one) => isMessage(one) && one.state !== 'refused').toArray()
  if (entries.length === 0) return null
  const oldest = Math.min(...entries.map((one) => Date.parse(one.created_at)))
  return { waiting: entries.length, oldest_s: Math.max(0, Math.round((serverNow() - oldest) / 1000)) }
}
