// A device: the state that survives the app. Its clock is wrong; its network can fail and its app can be killed.
import { startRun } from './app_run.mjs'
import { User } from './user.mjs'

const MAX_SKEW_MS = 2 * 86_400_000
const BUILD = '2099.1.1'
const POLL_MS = 100

export class Device {
  sockets = new Set()
  /** The number of the app's requests by method, path and status. */
  counts = {}
  networkLoss = new AbortController()
  /** The run of the app, or null if the app is not open. */
  run = null
  #network = 'online'
  #skew

  constructor(script, { number, user_id, client_id, canary, ports, seed }, session) {
    this.script = script
    this.name = `device-${number}`
    this.userId = user_id
    this.clientId = client_id
    this.ports = ports
    this.port = ports[0]
    this.session = { value: session, isStored: false }
    this.random = seeded(seed)
    this.#skew = this.#randomSkew()
    this.user = new User(number, canary, this.random)
  }

  // The environment of the app.

  skew = () => this.#skew
  socketsFail = () => this.#network !== 'online'
  isOffline = () => this.#network === 'offline'
  address = () => `http://localhost:${this.ports[Math.floor(this.random() * this.ports.length)]}`
  countRequest(method, path, status) {
    this.count(`${method} ${path.split('/').slice(0, 4).join('/')} ${status}`)
  }

  /** Sets the network: 'online', 'no-sockets' (only requests work), or 'offline'. */
  setNetwork(state) {
    this.#network = state
    if (state === 'offline') {
      this.networkLoss.abort()
      this.networkLoss = new AbortController()
    }
    if (state !== 'online') for (const socket of [...this.sockets]) socket.close()
  }

  setClock() {
    this.#skew = this.#randomSkew()
    this.count('clocks set')
  }

  #randomSkew() {
    return Math.round((this.random() * 2 - 1) * MAX_SKEW_MS)
  }

  count(name) {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  // The runs of the app.

  async open() {
    this.run = startRun(this.script, this)
    const { bundle } = this.run
    this.count('runs')
    await this.#storeSession()
    const replica = new bundle.Replica(this.userId)
    this.replica = replica
    const listeners = new Set()
    this.notifySignedIn = () => [...listeners].forEach((notify) => notify('signed-in'))
    bundle.registerSynced()
    this.sync = bundle.startSync(
      { userId: this.userId, replica, build: BUILD, requests: () => Promise.resolve(bundle.pageRequests(replica)) },
      {
        endpoints: bundle.httpEndpoints(this.userId),
        openSocket: bundle.openSocket,
        token: (rejected) => bundle.accessToken(rejected, this.userId),
        subscribeSession: (_user, notify) => (listeners.add(notify), () => listeners.delete(notify)),
        locks: null,
        page: { visible: () => true, online: () => true, subscribe: () => () => undefined },
        random: () => this.random() * 0.1,
        registerBackgroundSync: () => undefined,
        serverResponds: () => Promise.resolve(false),
      },
    )
    this.user.attach(this)
  }

  /** Stores a new session; without one, the app continues with the session of its previous run. */
  async #storeSession() {
    const { authStorage, storageKey } = this.run.bundle
    const stored = await authStorage.getItem(storageKey())
    if (stored === null || !this.session.isStored) await authStorage.setItem(storageKey(), JSON.stringify(this.session.value))
    this.session.isStored = true
  }

  async signIn(session) {
    this.session = { value: session, isStored: false }
    if (this.run === null) return
    await this.#storeSession()
    this.notifySignedIn()
  }

  kill() {
    this.run?.kill(this.replica)
    this.run = null
    this.sockets.clear()
    this.count('kills')
  }

  /** Whether the app is signed out, so that the harness signs it in again. */
  get needsSession() {
    return this.run !== null && this.sync.status.get().link.is === 'signed-out'
  }

  /** What the app still has to send or upload, as sentences, and the cursors of its streams. */
  async unfinished() {
    if (this.run === null) return { problems: ['it is not open'], cursors: {} }
    const [waiting, files] = await Promise.all([this.replica.outbox.toArray(), this.replica.files.count()])
    const { is } = this.sync.status.get().link
    const problems = is === 'live' ? [] : [`its link is ${is}`]
    if (waiting.length > 0) problems.push(`${waiting.length} entries wait: ${[...new Set(waiting.map(({ state, error }) => `${state} ${error?.code ?? ''}`))]}`)
    // The upload progress is in the text because the harness detects progress by changes of these texts.
    if (files > 0) problems.push(`${files} files wait: ${JSON.stringify(Object.values(this.run.bundle.largeFiles.get()))}`)
    return { problems, cursors: await this.#cursors() }
  }

  async #cursors() {
    const streams = await this.replica.streams.toArray()
    return Object.fromEntries(streams.filter(({ mode }) => mode === 'ready').map(({ s, cursor }) => [s, cursor]))
  }

  /** The stored rows of these tables, the cursors, and the user's results. */
  async dump(tables) {
    const { replica } = this
    const held = await replica.held.toArray()
    const rows = Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await replica.table(name).toArray()])))
    return { cursors: await this.#cursors(), held, rows, ...this.user.results(), counts: this.counts }
  }
}

export const pause = (ms = POLL_MS) => new Promise((resolve) => setTimeout(resolve, ms))

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
