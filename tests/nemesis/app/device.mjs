// A device: the state that survives the app. Its clock is wrong; its network can be cut and its app killed.
import { begin } from './app_run.mjs'
import { Person } from './user.mjs'

const DAYS_2 = 2 * 86_400_000
const BUILD = '2099.1.1'
const WATCH_MS = 100

export class Device {
  sockets = new Set()
  /** The number of the app's requests by method, path and status. */
  counts = {}
  cutting = new AbortController()
  life = null
  #line = 'good'
  #skew

  constructor(script, { number, user, client, canary, ports, session, seed }) {
    this.script = script
    this.name = `device-${number}`
    this.user = user
    this.client = client
    this.ports = ports
    this.port = ports[0]
    this.session = session
    this.random = seeded(seed)
    this.#skew = this.#anyTime()
    this.person = new Person(number, canary, this.random)
  }

  // The environment of the app.

  skew = () => this.#skew
  deaf = () => this.#line !== 'good'
  cut = () => this.#line === 'cut'
  address = () => `http://localhost:${this.ports[Math.floor(this.random() * this.ports.length)]}`
  asked(method, path, status) {
    const what = `${method} ${path.split('/').slice(0, 4).join('/')} ${status}`
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  /** Sets the network: 'good', 'deaf' (requests work and sockets do not), or 'cut'. */
  line(state) {
    this.#line = state
    if (state === 'cut') {
      this.cutting.abort()
      this.cutting = new AbortController()
    }
    if (state !== 'good') for (const socket of [...this.sockets]) socket.close()
  }

  setClock() {
    this.#skew = this.#anyTime()
    this.count('clocks set')
  }

  #anyTime() {
    return Math.round((this.random() * 2 - 1) * DAYS_2)
  }

  count(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  // The runs of the app.

  async open() {
    const life = begin(this.script, this)
    const { parts } = life
    this.life = life
    this.count('lives')
    await this.#keepSession(parts)
    const replica = new parts.Replica(this.user)
    this.replica = replica
    const watchers = new Set()
    this.signedIn = () => [...watchers].forEach((notify) => notify('signed-in'))
    parts.registerSynced()
    this.sync = parts.startSync(
      { userId: this.user, replica, build: BUILD, requests: () => Promise.resolve(parts.pageRequests(replica)) },
      {
        endpoints: parts.httpEndpoints(this.user),
        openSocket: parts.openSocket,
        token: (rejected) => parts.accessToken(rejected, this.user),
        subscribeSession: (_user, notify) => (watchers.add(notify), () => watchers.delete(notify)),
        locks: null,
        page: { visible: () => true, online: () => true, subscribe: () => () => undefined },
        random: () => this.random() * 0.1,
        registerBackgroundSync: () => undefined,
      },
    )
    this.person.opened(this)
  }

  /** Stores a new session; otherwise keeps the session of the previous run. */
  async #keepSession({ authStorage, storageKey }) {
    const stored = await authStorage.getItem(storageKey())
    if (stored === null || this.session.is === 'new') await authStorage.setItem(storageKey(), JSON.stringify(this.session.value))
    this.session.is = 'kept'
  }

  async signIn(session) {
    this.session = { is: 'new', value: session }
    if (this.life === null) return
    const { authStorage, storageKey } = this.life.parts
    await authStorage.setItem(storageKey(), JSON.stringify(session))
    this.session.is = 'kept'
    this.signedIn()
  }

  kill() {
    this.life?.kill(this.replica)
    this.life = null
    this.sockets.clear()
    this.count('kills')
  }

  /** Whether the app is signed out, so that the harness signs it in again. */
  get needsSession() {
    return this.life !== null && this.sync.status.get().link.is === 'signed-out'
  }

  async unfinished() {
    if (this.life === null) return { left: ['it is not open'], cursors: {} }
    const [waiting, files] = await Promise.all([this.replica.outbox.toArray(), this.replica.files.count()])
    const { is } = this.sync.status.get().link
    const left = is === 'live' ? [] : [`its link is ${is}`]
    if (waiting.length > 0) left.push(`${waiting.length} entries wait: ${[...new Set(waiting.map((one) => `${one.state} ${one.error?.code ?? ''}`))]}`)
    // The upload progress is in the text because the harness detects progress by changes of these texts.
    if (files > 0) left.push(`${files} files wait: ${JSON.stringify(Object.values(this.life.parts.largeFiles.get()))}`)
    return { left, cursors: await this.#cursors() }
  }

  async #cursors() {
    const streams = await this.replica.streams.toArray()
    return Object.fromEntries(streams.filter(({ mode }) => mode === 'ready').map(({ s, cursor }) => [s, cursor]))
  }

  /** The stored rows of these tables, the cursors, and the user's texts. */
  async dump(tables) {
    const { replica } = this
    const held = await replica.held.toArray()
    const rows = Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await replica.table(name).toArray()])))
    return { cursors: await this.#cursors(), held, rows, ...this.person.log() }
  }
}

export const pause = (ms = WATCH_MS) => new Promise((resolve) => setTimeout(resolve, ms))

/** A random number generator with a seed (mulberry32). */
function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
