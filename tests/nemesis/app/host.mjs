// Runs several devices in a process: `node host.mjs <script>` reads one JSON request per line and responds in order.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { Device, pause } from './device.mjs'

const script = readFileSync(process.argv[2], 'utf8')
const devices = []
const failures = []
/** 'kill': users act and apps are killed; 'act': users act; 'finish': they finish queued work; 'idle': nothing. */
let mode = 'kill'
const KILL_PROBABILITY = 0.02
const SEND_LIMIT_MS = 15_000
process.on('unhandledRejection', () => undefined)

/** Runs a device forever; in the mode 'kill' its app is killed at random. */
async function runForever(device) {
  for (;;) {
    if (device.run === null) await device.open()
    await pause(100 + (mode === 'finish' ? 0 : device.random() * 300))
    if (mode === 'idle') continue
    const action = mode === 'finish' ? device.user.finish() : device.user.act()
    const isKilled = mode === 'kill' && device.random() < KILL_PROBABILITY
    const end = isKilled ? pause(device.random() * 60).then(() => device.kill()) : null
    // A promise of a killed app never settles, so wait for its end instead.
    await Promise.race([action.catch((error) => end ?? Promise.reject(error)), ...(end === null ? [] : [end])])
    await end
  }
}

const COMMANDS = {
  begin({ devices: plans }) {
    for (const { session, ...plan } of plans) {
      const device = new Device(script, plan, session)
      devices.push(device)
      runForever(device).catch((error) => failures.push(`device ${plan.number}: ${error?.stack ?? error}`))
    }
  },
  set_mode: (args) => void (mode = args.mode),
  set_network: ({ state }) => devices.forEach((device) => device.setNetwork(state)),
  signed_out: () => devices.filter(({ needsSession }) => needsSession).map(({ userId }) => userId),
  sign_in: ({ user_id, session }) => devices.find(({ userId }) => userId === user_id)?.signIn(session),
  failures: () => failures,
  unfinished: () => Promise.all(devices.map((device) => device.unfinished())),
  dump: ({ tables }) => Promise.all(devices.map((device) => device.dump(tables))),
  confirm: ({ at }) => devices.forEach(({ user }) => user.confirm(at)),
  forget: ({ since }) => Promise.all(devices.map(({ user }) => user.forget(since))).then(() => undefined),
  /** Each user sends a message without a socket, so only a response confirms it. Returns counts of provisional rows. */
  async send_before_restore() {
    mode = 'idle'
    for (const device of devices) device.setNetwork('no-sockets')
    const end = Date.now() + SEND_LIMIT_MS
    await Promise.all(devices.filter(({ run }) => run).map(({ user }) => user.send()))
    for (const device of devices) while (device.run && (await device.replica.outbox.count()) > 0 && Date.now() < end) await pause()
    return Promise.all(devices.map(async ({ replica }) => replica.provisional.count()))
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...args } = JSON.parse(line)
  const response = await Promise.resolve(COMMANDS[command](args)).then((result) => ({ result: result ?? null }), (error) => ({ error: String(error?.stack ?? error) }))
  console.log(JSON.stringify(response))
}
process.exit(0)
