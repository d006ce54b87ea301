// Diagnostics of this device as text for support: numbers and names, never message content.
import type { OutboxEntry } from '../../db/rows/outbox'
import type { Replica } from '../../db/schema'
import { iso, serverNow } from '../../lib/time/clock'
import { failures } from '../../lib/failures'
import type { Live } from '../../live/live'

const MB = 1_000_000

/** Maps the title of each part to its lines. */
type Parts = Record<string, string[]>

/** The whole text. A part that cannot be read, for example because the store is deleted, shows "unreadable". */
export async function diagnosticsOf({ replica, sync, userId }: Live): Promise<string> {
  const { link, as_of, role } = sync.status.get()
  const parts: Parts = {
    Diagnostics: [
      `made ${iso(serverNow())}`,
      `build ${__BUILD__}`,
      `user ${userId} (${role ?? 'unknown'})`,
      `device ${await orUnreadable(deviceOf(replica))}`,
    ],
    Sync: [`link ${JSON.stringify(link)}`, `up to date ${as_of ?? 'never'}`],
    Streams: await linesOf(streamsOf(replica)),
    Rows: await linesOf(rowsOf(replica)),
    Outbox: await linesOf(outboxOf(replica)),
    'Last errors': failures
      .get()
      .map(({ at, what, name, places }) => [at, what, name ?? '', ...places].join(' ').trimEnd()),
    Storage: await linesOf(storageOf()),
    Browser: browserLines(),
  }
  return Object.entries(parts)
    .map(([title, content]) =>
      [title, ...(content.length > 0 ? content : ['none']).map((line) => `  ${line}`)].join('\n'),
    )
    .join('\n')
}

function orUnreadable(promise: Promise<string>): Promise<string> {
  return promise.catch((error: unknown) => `unreadable (${error instanceof Error ? error.name : 'unknown'})`)
}

function linesOf(promise: Promise<string[]>): Promise<string[]> {
  return promise.catch(async (error: unknown) => [
    await orUnreadable(Promise.reject(error instanceof Error ? error : new Error())),
  ])
}

async function deviceOf(replica: Replica): Promise<string> {
  return String((await replica.meta.get('dev'))?.value ?? 'not named yet')
}

async function streamsOf(replica: Replica): Promise<string[]> {
  return (await replica.streams.toArray()).map(
    ({ s, e, cursor, mode }) => `${s} at ${cursor} of ${e}, ${mode}`,
  )
}

async function rowsOf(replica: Replica): Promise<string[]> {
  const tables = [
    replica.clients,
    replica.admins,
    replica.threads,
    replica.messages,
    replica.held,
    replica.tombstones,
    replica.drafts,
  ]
  return Promise.all(tables.map(async (table) => `${table.name} ${await table.count()}`))
}

async function outboxOf(replica: Replica): Promise<string[]> {
  const groups = new Map<string, OutboxEntry[]>()
  for (const entry of await replica.outbox.toArray()) {
    const group = `${entry.kind} ${entry.state}`
    groups.set(group, [...(groups.get(group) ?? []), entry])
  }
  return [...groups].map(([group, entries]) => {
    const oldest = Math.min(...entries.map((entry) => Date.parse(entry.created_at)))
    const attempts = Math.max(...entries.map((entry) => entry.attempts))
    const codes = [...new Set(entries.map((entry) => entry.error?.code).filter((code) => code !== undefined))]
    const reason = codes.length > 0 ? `, refused for ${codes.join(', ')}` : ''
    return `${group}: ${entries.length}, oldest ${Math.round((serverNow() - oldest) / 1000)} s, at most ${attempts} attempts${reason}`
  })
}

async function storageOf(): Promise<string[]> {
  if (!('storage' in navigator)) return ['not offered here']
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  const persisted = await navigator.storage.persisted()
  return [
    `${Math.round(usage / MB)} MB of ${Math.round(quota / MB)} MB`,
    persisted ? 'kept' : 'may be cleared by the browser',
  ]
}

function browserLines(): string[] {
  const worker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  return [
    navigator.userAgent,
    `${navigator.onLine ? 'online' : 'offline'}, ${document.visibilityState}, ${innerWidth}×${innerHeight}`,
    matchMedia('(display-mode: standalone)').matches ? 'installed' : 'in a tab',
    worker ? 'service worker in control' : 'no service worker',
    'locks' in navigator ? 'locks' : 'no locks',
  ]
}
