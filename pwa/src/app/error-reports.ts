// Tells the server what went wrong here, and how old unsent work is: rarely, briefly, and never what people wrote.
import { ownApi as api } from '../api/client'
import type { paths } from '../api/schema.gen'
import type { Replica } from '../db/schema'
import { serverNow, steady } from '../lib/clock'
import { type Failure, failures } from '../lib/failures'
import type { SyncHandle } from '../sync'

// What leaving a device needs loads with this.
export { dropPush } from './device/drop-push'

type Report = paths['/realtime/v1/reports']['post']['requestBody']['content']['application/json']

/** One report at a time, so far apart; the same failure is told once. */
const APART_MS = 5_000
const AT_MOST = 20
const LOOK_MS = 60_000
/** An outbox is told of at most this often; one this old beside a live connection is stuck. */
const OUTBOX_EVERY_MS = 600_000
const STUCK_MS = 120_000

/** Report for a signed-in person until told to stop. A report that does not get through is dropped. */
export function reportFor(replica: Replica, sync: SyncHandle): () => void {
  const told = new Set<string>()
  const waiting: Report[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let outboxAt = -Infinity

  function tell(report: Report): void {
    waiting.push(report)
    timer ??= setTimeout(sendNext, 0)
  }

  function sendNext(): void {
    timer = undefined
    const body = waiting.shift()
    if (body === undefined) return
    timer = setTimeout(sendNext, APART_MS)
    api.POST('/realtime/v1/reports', { body }).catch(() => undefined)
  }

  function tellFailures(): void {
    for (const failure of failures.get()) {
      const key = [failure.what, failure.name, failure.places[0]].join(' ')
      if (told.has(key) || told.size >= AT_MOST) continue
      told.add(key)
      tell(reportOf(failure))
    }
  }

  async function look(): Promise<void> {
    if (sync.status.get().link.is !== 'live' || steady() - outboxAt < OUTBOX_EVERY_MS) return
    const outbox = await unsent(replica)
    if (outbox === null) return
    outboxAt = steady()
    tell({ what: outbox.oldest_s * 1000 >= STUCK_MS ? 'outbox-stuck' : 'outbox', build: __BUILD__, outbox })
  }

  const unwatch = failures.subscribe(tellFailures)
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  tellFailures()
  return () => {
    unwatch()
    clearInterval(looking)
    clearTimeout(timer)
  }
}

function reportOf({ what, name, places }: Failure): Report {
  const error = name === null ? null : { name, at: places }
  return { what, build: __BUILD__, error }
}

/** How many written messages wait, and how old the oldest is; null if none does. */
async function unsent(replica: Replica): Promise<{ waiting: number; oldest_s: number } | null> {
  const entries = await replica.outbox.filter((one) => one.kind !== 'threads.read' && one.state !== 'refused').toArray()
  if (entries.length === 0) return null
  const oldest = Math.min(...entries.map((one) => Date.parse(one.created_at)))
  return { waiting: entries.length, oldest_s: Math.max(0, Math.round((serverNow() - oldest) / 1000)) }
}
