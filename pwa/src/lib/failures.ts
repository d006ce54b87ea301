// What went wrong in this page since it was opened. Types and places only: an error's text may quote what people wrote.
import { iso, serverNow } from './clock'
import { makeStore, type Readable } from './store'

/** An error nobody caught, or a rule of sync that does not hold (the words of POST /realtime/v1/reports). */
export type FailureKind = 'error' | 'gap' | 'second-gap' | 'bad-frame' | 'ended' | 'store'

export interface Failure {
  what: FailureKind
  /** ISO, by the device's clock. */
  at: string
  /** Of an error: its type. */
  name: string | null
  /** Innermost first, like `send@/assets/sync-3f9aB_1c.js:1:2931`. */
  places: string[]
}

const KEPT = 20
const PLACES = 12
/** `at name (https://host/assets/x.js:1:2)` in Chromium, `name@https://host/assets/x.js:1:2` elsewhere. */
const PLACE = /^\s*(?:at )?(?:async )?(.*?)[ @]?\(?https?:\/\/[^/]+(\/(?:assets|src|sw\.js)[\w./-]{0,80})(?:\?[^:]*)?:(\d{1,6}):(\d{1,7})\)?$/

const store = makeStore<Failure[]>([])

/** The last 20, oldest first. */
export const failures: Readable<Failure[]> = store

export function noteFailure(what: FailureKind, error?: unknown): void {
  const name = error instanceof Error ? error.name.replace(/[^A-Za-z]/g, '').slice(0, 40) || 'Error' : null
  const places = error instanceof Error ? placesOf(error.stack ?? '') : []
  store.set([...store.get(), { what, at: iso(serverNow()), name, places }].slice(-KEPT))
}

/** Errors that nobody catches become failures of this page. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => {
    // Without one it is a notice of the browser, about a layout that took two passes for example.
    if (error !== null && error !== undefined) noteFailure('error', error)
  })
  addEventListener('unhandledrejection', ({ reason }) => noteFailure('error', reason))
}

/** The lines of a stack that stand in our own files; every other line, the error's text among them, is left out. */
export function placesOf(stack: string): string[] {
  const found: string[] = []
  for (const line of stack.split('\n')) {
    const match = PLACE.exec(line)
    if (match === null) continue
    const [, name = '', file = '', row = '', column = ''] = match
    found.push(`${name.replace(/[^\w$.<> -]/g, '').slice(0, 60)}@${file}:${row}:${column}`)
  }
  return found.slice(0, PLACES)
}
