// One run of an app: evaluates the client's script with the globals of a browser that can be killed.
import 'fake-indexeddb/auto'
import * as dexie from 'dexie'

import { requestOver } from './xhr.mjs'

const NAMES = ['dexie', 'indexedDB', 'Date', 'setTimeout', 'clearTimeout', 'fetch', 'WebSocket', 'XMLHttpRequest', 'BroadcastChannel', 'location', 'navigator', 'window']
const handles = new Map()

/** Records every open handle of each database, with its running transactions. */
function trackDatabases() {
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, ...version) {
    const request = open.call(this, name, ...version)
    request.addEventListener('success', () => track(name, request.result))
    return request
  }
}

function track(name, database) {
  const running = new Set()
  const transact = database.transaction.bind(database)
  database.transaction = (...args) => {
    const transaction = transact(...args)
    running.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction))
    return transaction
  }
  handles.set(name, [...(handles.get(name) ?? []), { database, running }])
}

/** Closes a database as a killed process does: aborts the transactions that are not committed. */
function closeAsKilled(name) {
  for (const { database, running } of handles.get(name) ?? []) {
    for (const transaction of running) {
      try {
        transaction.abort()
      } catch {
        // The transaction has just ended.
      }
    }
    database.close()
  }
  handles.delete(name)
}

trackDatabases()

/**
 * Starts the script. `device` outlives the run: `skew()` of its clock in ms, `address()` of a server,
 * `socketsFail()`, and `isOffline()` if all connections fail. Returns the script's exports and `kill()`.
 */
export function startRun(script, device) {
  const timers = new Set()
  const closers = new Set()
  const killed = new AbortController()
  const isKilled = () => killed.signal.aborted
  const RealDate = Date
  const globals = {
    dexie,
    indexedDB: {
      open(name, version) {
        if (isKilled()) throw new Error('killed')
        return indexedDB.open(`${name} of ${device.name}`, version)
      },
    },
    Date: class extends RealDate {
      constructor(...args) {
        super(...(args.length === 0 ? [RealDate.now() + device.skew()] : args))
      }
      static now() {
        return RealDate.now() + device.skew()
      }
    },
    setTimeout(callback, ms, ...args) {
      if (isKilled()) return 0
      const timer = setTimeout(() => {
        timers.delete(timer)
        if (!isKilled()) callback(...args)
      }, ms)
      timers.add(timer)
      return timer
    },
    clearTimeout(timer) {
      timers.delete(timer)
      clearTimeout(timer)
    },
    fetch: send,
    WebSocket: socketOf(device, isKilled, closers),
    BroadcastChannel: class {
      postMessage() {}
      close() {}
    },
    location: new URL(`http://localhost:${device.port}/`),
    navigator: { onLine: true },
    window: Object.assign(new EventTarget(), { location: new URL(`http://localhost:${device.port}/`) }),
  }
  globals.XMLHttpRequest = requestOver(send)

  async function send(input, init = {}) {
    const request = input instanceof Request ? input : new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = init.body ?? (request.body === null ? undefined : await request.arrayBuffer())
    if (isKilled()) return new Promise(() => undefined)
    if (device.isOffline()) throw new TypeError('no network')
    const signal = AbortSignal.any([killed.signal, device.networkLoss.signal, init.signal ?? request.signal])
    try {
      const response = await fetch(`${device.address()}${pathname}${search}`, { method: request.method, headers: request.headers, body, signal })
      device.countRequest(request.method, pathname, response.status)
      // Read the whole body here, so that a lost network loses either all of it or nothing.
      const bytes = await response.arrayBuffer()
      if (isKilled()) return new Promise(() => undefined)
      return new Response([101, 204, 205, 304].includes(response.status) ? null : bytes, { status: response.status, headers: response.headers })
    } catch (error) {
      if (isKilled()) return new Promise(() => undefined)
      throw error
    }
  }

  const bundle = new Function(...NAMES, `${script}; return bundle`)(...NAMES.map((name) => globals[name]))
  return {
    bundle,
    kill(replica) {
      killed.abort()
      for (const timer of timers) clearTimeout(timer)
      for (const close of closers) close()
      replica.retire()
      for (const name of [replica.name, `portal-auth of ${device.name}`]) closeAsKilled(name)
    },
  }
}

function socketOf(device, isKilled, closers) {
  return class Socket {
    static OPEN = 1
    readyState = 0
    #webSocket
    constructor(address) {
      if (device.socketsFail() || device.isOffline()) {
        setTimeout(() => this.#closed(1006), 50)
        return
      }
      const webSocket = (this.#webSocket = new WebSocket(`${device.address().replace('http', 'ws')}${address.pathname}`))
      webSocket.onopen = () => this.#unlessKilled(() => ((this.readyState = 1), this.onopen?.()))
      webSocket.onmessage = ({ data }) => this.#unlessKilled(() => this.onmessage?.({ data }))
      webSocket.onclose = ({ code }) => this.#closed(code)
      this.abort = () => ((webSocket.onclose = webSocket.onmessage = null), webSocket.close())
      closers.add(this.abort)
      device.sockets.add(this)
    }
    #unlessKilled(callback) {
      if (!isKilled()) callback()
    }
    #closed(code) {
      this.readyState = 3
      closers.delete(this.abort)
      device.sockets.delete(this)
      this.#unlessKilled(() => this.onclose?.({ code }))
    }
    send(text) {
      this.#webSocket?.send(text)
    }
    close() {
      this.#webSocket?.close()
    }
  }
}
