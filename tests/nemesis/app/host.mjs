// Several devices in a process: `node host.mjs <script>` reads a JSON request per line, responds in order.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { Device, pause } from './device.mjs'

const script = readFileSync(process.argv[2], 'utf8')
const devices = []
const failures = []
/** 'die': users act and apps are killed; 'act'; 'finish': users finish queued work; 'still': users do nothing. */
let mood = 'die'
const DIES = 0.02
const LAST_WORDS_MS = 15_000
process.on('unhandledRejection', () => undefined)

/** Runs a device forever; in the mood 'die' its app is killed at random. */
async function live(device) {
  for (;;) {
    if (device.life === null) await device.open()
    await pause(100 + (mood === 'finish' ? 0 : device.random() * 300))
    if (mood === 'still') continue
    const deed = mood === 'finish' ? device.person.finish() : device.person.act()
    const dies = mood === 'die' && device.random() < DIES
    const dead = dies ? pause(device.random() * 60).then(() => device.kill()) : null
    // A promise of a killed app never settles, so wait for its end instead.
    await Promise.race([deed.catch((error) => dead ?? Promise.reject(error)), ...(dead === null ? [] : [dead])])
    await dead
  }
}

const DEEDS = {
  begin({ people }) {
    for (const one of people) {
      const device = new Device(script, { ...one, session: { is: 'new', value: one.session } })
      devices.push(device)
      live(device).catch((error) => failures.push(`device ${one.number}: ${error?.stack ?? error}`))
    }
  },
  mood: ({ is }) => void (mood = is),
  line: ({ is }) => devices.forEach((device) => device.line(is)),
  needing: () => devices.filter(({ needsSession }) => needsSession).map(({ user }) => user),
  signIn: ({ user, session }) => devices.find((device) => device.user === user)?.signIn(session),
  failures: () => failures,
  unfinished: () => Promise.all(devices.map((device) => device.unfinished())),
  dump: ({ tables }) => Promise.all(devices.map((device) => device.dump(tables))),
  confirm: ({ at }) => devices.forEach(({ person }) => person.confirm(at)),
  forget: ({ moment }) => Promise.all(devices.map(({ person }) => person.forget(moment))).then(() => undefined),
  /** Each user sends a message without a socket, so only the response confirms it; counts provisional rows. */
  async lastWords() {
    mood = 'still'
    for (const device of devices) device.line('deaf')
    const end = Date.now() + LAST_WORDS_MS
    await Promise.all(devices.filter(({ life }) => life).map(({ person }) => person.send()))
    for (const device of devices) while (device.life && (await device.replica.outbox.count()) > 0 && Date.now() < end) await pause()
    return Promise.all(devices.map(async ({ replica }) => replica.provisional.count()))
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { do: deed, ...how } = JSON.parse(line)
  const said = await Promise.resolve(DEEDS[deed](how)).then((is) => ({ is: is ?? null }), (error) => ({ failed: String(error?.stack ?? error) }))
  console.log(JSON.stringify(said))
}
process.exit(0)
