// One run of an app: evaluates the client's script with the globals of a browser that can be killed.
import 'fake-indexeddb/auto'
import * as dexie from 'dexie'

import { requestOver } from './xhr.mjs'

const NAMES = ['dexie', 'indexedDB', 'Date', 'setTimeout', 'clearTimeout', 'fetch', 'WebSocket', 'XMLHttpRequest', 'BroadcastChannel', 'location', 'navigator', 'window']
const handles = new Map()

/** Records every open handle of each database, with its running transactions. */
function watchDatabases() {
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, ...version) {
    const request = open.call(this, name, ...version)
    request.addEventListener('success', () => note(name, request.result))
    return request
  }
}

function note(name, database) {
  const running = new Set()
  const begin = database.transaction.bind(database)
  database.transaction = (...how) => {
    const transaction = begin(...how)
    running.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction))
    return transaction
  }
  handles.set(name, [...(handles.get(name) ?? []), { database, running }])
}

/** Closes a database as a killed process does: aborts the transactions that are not committed. */
function drop(name) {
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

watchDatabases()

/**
 * Starts the script. `device` outlives the run: `skew()` of its clock, `address()` of a server, `deaf()` if
 * sockets fail, `cut()` if all connections fail.
 */
export function begin(script, device) {
  const timers = new Set()
  const ends = new Set()
  const stopped = new AbortController()
  const isOver = () => stopped.signal.aborted
  const RealDate = Date
  const globals = {
    dexie,
    indexedDB: {
      open(name, version) {
        if (isOver()) throw new Error('killed')
        return indexedDB.open(`${name} of ${device.name}`, version)
      },
    },
    Date: class extends RealDate {
      constructor(...of) {
        super(...(of.length === 0 ? [RealDate.now() + device.skew()] : of))
      }
      static now() {
        return RealDate.now() + device.skew()
      }
    },
    setTimeout(does, ms, ...rest) {
      if (isOver()) return 0
      const timer = setTimeout(() => {
        timers.delete(timer)
        if (!isOver()) does(...rest)
      }, ms)
      timers.add(timer)
      return timer
    },
    clearTimeout(timer) {
      timers.delete(timer)
      clearTimeout(timer)
    },
    fetch: (asked, init) => send(asked, init),
    WebSocket: socketOf(device, isOver, ends),
    BroadcastChannel: class {
      postMessage() {}
      close() {}
    },
    location: new URL(`http://localhost:${device.port}/`),
    navigator: { onLine: true },
    window: Object.assign(new EventTarget(), { location: new URL(`http://localhost:${device.port}/`) }),
  }
  globals.XMLHttpRequest = requestOver((...how) => globals.fetch(...how))

  async function send(asked, init = {}) {
    const request = asked instanceof Request ? asked : new Request(asked, init)
    const { pathname, search } = new URL(request.url)
    const body = init.body ?? (request.body === null ? undefined : await request.arrayBuffer())
    if (isOver()) return new Promise(() => undefined)
    if (device.cut()) throw new TypeError('no network')
    const signal = AbortSignal.any([stopped.signal, device.cutting.signal, init.signal ?? request.signal])
    try {
      const answer = await fetch(`${device.address()}${pathname}${search}`, { method: request.method, headers: request.headers, body, signal })
      device.asked(request.method, pathname, answer.status)
      // Read the whole body here, so that a cut loses either all of it or nothing.
      const text = await answer.arrayBuffer()
      if (isOver()) return new Promise(() => undefined)
      return new Response([101, 204, 205, 304].includes(answer.status) ? null : text, { status: answer.status, headers: answer.headers })
    } catch (error) {
      if (isOver()) return new Promise(() => undefined)
      throw error
    }
  }

  const parts = new Function(...NAMES, `${script}; return parts`)(...NAMES.map((name) => globals[name]))
  return {
    parts,
    kill(replica) {
      stopped.abort()
      for (const timer of timers) clearTimeout(timer)
      for (const end of ends) end()
      replica.retire()
      for (const name of [replica.name, `portal-auth of ${device.name}`]) drop(name)
    },
  }
}

function socketOf(device, isOver, ends) {
  return class Socket {
    static OPEN = 1
    readyState = 0
    #wire
    constructor(address) {
      if (device.deaf() || device.cut()) {
        setTimeout(() => this.#over(1006), 50)
        return
      }
      const wire = (this.#wire = new WebSocket(`${device.address().replace('http', 'ws')}${address.pathname}`))
      wire.onopen = () => this.#say(() => ((this.readyState = 1), this.onopen?.()))
      wire.onmessage = ({ data }) => this.#say(() => this.onmessage?.({ data }))
      wire.onclose = ({ code }) => this.#over(code)
      this.end = () => ((wire.onclose = wire.onmessage = null), wire.close())
      ends.add(this.end)
      device.sockets.add(this)
    }
    #say(does) {
      if (!isOver()) does()
    }
    #over(code) {
      this.readyState = 3
      ends.delete(this.end)
      device.sockets.delete(this)
      this.#say(() => this.onclose?.({ code }))
    }
    send(text) {
      this.#wire?.send(text)
    }
    close() {
      this.#wire?.close()
    }
  }
}
