// A device without a browser that runs the sync of one version, or of two, one after the other, on the same store.
//
// `node device.mjs '<json>'`: `steps` are run in order, each `{client, base, build, messages, until, more}`: the file
// of the client, the address of the server, what it writes, how many messages it must hold in the end (or the state of
// the link that it must reach), and whether it sends fields that the server does not know. A step without `until` reads
// JSON lines from the standard input: messages, which it writes, and at last its `until`. Prints each state of the link,
// and at last what is stored.
import 'fake-indexeddb/auto'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const WITHIN_MS = 60_000
const { user, token, steps } = JSON.parse(process.argv[2])
const page = { visible: () => true, online: () => true, watch: () => () => undefined, subscribe: () => () => undefined }
const held = []

for (const step of steps) held.push(await run(step))
console.log(JSON.stringify(held))
process.exit(0)

async function run({ client, base, build, messages = [], until, more = false }) {
  globalThis.location = new URL(base)
  const parts = await import(client)
  const { startSync, Replica, httpDoors, httpEndpoints, openSocket, accessToken, authStorage, storageKey } = parts
  const session = { access_token: token, refresh_token: 'none', user: { id: user }, expires_at: Date.now() / 1000 + 3000 }
  await authStorage.setItem(storageKey(), JSON.stringify(session))
  const replica = new Replica(user)
  // The frozen client registers nothing, and has other names for endpoints, subscribeSession and registerBackgroundSync than the current one.
  const environment = {
    doors: typeof httpDoors === 'function' ? httpDoors(user) : httpDoors,
    endpoints: httpEndpoints?.(user),
    openSocket: more ? (on) => chatty(openSocket(on)) : openSocket,
    token: accessToken,
    watchSession: () => () => undefined,
    subscribeSession: () => () => undefined,
    locks: null,
    page,
    random: () => 0.01,
    wakeLater: () => undefined,
    registerBackgroundSync: () => undefined,
  }
  parts.registerSynced?.()
  const requests = () => Promise.resolve(parts.pageRequests(replica))
  const sync = startSync({ userId: user, replica, build, requests }, environment)
  const printing = printLinks(sync)
  for (const body of messages) await sync.enqueue({ kind: 'messages.send', body })
  const device = await reached(sync, replica, until ?? (await writeInput(sync)))
  clearInterval(printing)
  await sync.stop()
  replica.close()
  return device
}

/** The fields that a later version might send. */
function chatty(wire) {
  return { send: (frame) => wire.send({ ...frame, later: { words: ['of', 'a', 'later', 'version'] } }), close: () => wire.close() }
}

function printLinks(sync) {
  let printed = ''
  return setInterval(() => {
    const { is } = sync.status.get().link
    if (is !== printed) console.log((printed = is))
  }, 20)
}

/** Writes each message of the input; returns the number at its end. */
async function writeInput(sync) {
  for await (const line of createInterface({ input: process.stdin })) {
    const input = JSON.parse(line)
    if (typeof input === 'number') return input
    await sync.enqueue({ kind: 'messages.send', body: input })
  }
}

/** What is stored once `until` is true of it. */
async function reached(sync, replica, until) {
  const end = Date.now() + WITHIN_MS
  for (;;) {
    const rows = await replica.messages.orderBy('[client_id+created_at+id]').toArray()
    const unsent = await replica.outbox.count()
    const link = sync.status.get().link.is
    const stored = { link, unsent, messages: rows.map((row) => row.content), version: replica.verno }
    const done = typeof until === 'string' ? link === until : rows.length === until && unsent === 0 && link === 'live'
    if (done || Date.now() > end) return stored
    await pause(50)
  }
}
