// A stored replica after an update of the app.
import { Dexie, type TableSchema } from 'dexie'
import { afterEach, expect, it } from 'vitest'

import { type Replica, replicaName } from './schema'
import { openReplica } from './open'
import { deleteReplica } from './wipe'

const USER = 'updated'
const CURSOR = { s: 'c:1', e: 'e1', cursor: 7, at: 'change-7', mode: 'ready', load: 'l1', loading: null }
const CLIENT = { id: '1', company_name: 'Harbor Coffee', v: 3, _s: ['c:1'] }
const WAITING = { id: 'm1', lane: '1', n: 1, kind: 'messages.send', state: 'queued' }
let replica: Replica | undefined

afterEach(async () => {
  if (replica) await deleteReplica(replica)
})

/** The replica as an earlier release left it: with the tables of the first one, and the later ones `more`. */
async function createEarlier(version: number, more: Record<string, string> = {}): Promise<void> {
  const first = new Dexie(replicaName(USER))
  first.version(version).stores({
    ...more,
    streams: '&s',
    meta: '&k',
    clients: '&id,company_name,created_at,*_s',
    admins: '&id,*_s',
    threads: '&id,last_message_at,*_s',
    messages: '&id,[client_id+created_at+id],*_s',
    held: '&client_id,opened_at',
    tombstones: '&[s+tbl+id],at',
    outbox: '&id,lane,[lane+n],[kind+state]',
    drafts: '&id',
  })
  await first.table('streams').add(CURSOR)
  await first.table('clients').add(CLIENT)
  await first.table('outbox').add(WAITING)
  first.close()
}

/** The keys and indexes of a table, as Dexie takes them. */
const sourceOf = ({ primKey, indexes }: TableSchema) => [primKey, ...indexes].map(({ src }) => src).join()

it('CL12 a new table makes every stream load again, and stored rows stay readable until then', async () => {
  await createEarlier(1)
  replica = openReplica(USER)
  expect(await replica.streams.toArray()).toEqual([{ ...CURSOR, e: '' }])
  expect(await replica.clients.toArray()).toEqual([CLIENT])
  expect(await replica.outbox.toArray()).toEqual([WAITING])
  expect(await replica.connections.count()).toBe(0)
})

it('CL12 a replica of a later version gets the tables that it lacks, and keeps the rows of the others', async () => {
  await createEarlier(10, { reports: '&id,client_id,*_s', provisional: '&[s+tbl+id],round' })
  replica = openReplica(USER)
  expect(await replica.streams.toArray()).toEqual([{ ...CURSOR, e: '' }])
  expect(await replica.outbox.toArray()).toEqual([WAITING])
  expect(await replica.thread_resolutions.count()).toBe(0)
  expect(await replica.reports.where('client_id').equals('1').count()).toBe(0)
  expect(replica.verno).toBe(11)
})

it('CL12 a replica of a newer version keeps its cursors, rows and tables', async () => {
  replica = openReplica(USER)
  await replica.table('streams').add(CURSOR)
  const stores = Object.fromEntries(replica.tables.map(({ name, schema }) => [name, sourceOf(schema)]))
  replica.close({ disableAutoOpen: false })
  const newer = new Dexie(replicaName(USER))
  newer.version(99).stores({ ...stores, invoices: '&id,*_s' })
  await newer.table('invoices').add({ id: 'i1', v: 1, _s: ['c:1'] })
  newer.close()
  expect(await replica.streams.toArray()).toEqual([CURSOR])
  expect(await replica.thread_resolutions.count()).toBe(0)
  replica.close({ disableAutoOpen: false })
  expect(await newer.open().then(() => newer.table('invoices').count())).toBe(1)
  newer.close()
})

it('CL12 a replica with all tables does not reset its cursors', async () => {
  replica = openReplica(USER)
  await replica.table('streams').add(CURSOR)
  replica.close({ disableAutoOpen: false })
  expect(await replica.streams.toArray()).toEqual([CURSOR])
})
