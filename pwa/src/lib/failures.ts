// Failures of this page since it was opened. Stores only types and places of errors, because an error's
// message may quote users' texts.
import { iso, serverNow } from './time/clock'
import { makeStore, type Readable } from './store'

/** An uncaught error, or a violated rule of sync. The values are those of POST /realtime/v1/reports. */
export type FailureKind = 'error' | 'gap' | 'second-gap' | 'bad-frame' | 'ended' | 'store'

export interface Failure {
  what: FailureKind
  /** ISO time, by the estimated clock of the server. */
  at: string
  /** The error's type. */
  name: string | null
  /** Lines of the stack, innermost first, such as `send@/assets/sync-3f9aB_1c.js:1:2931`. */
  places: string[]
}

const MAX_FAILURES = 20
const MAX_PLACES = 12
/** `at name (https://host/assets/x.js:1:2)` in Chromium, `name@https://host/assets/x.js:1:2` elsewhere. */
const STACK_LINE =
  /^\s*(?:at )?(?:async )?(.*?)[ @]?\(?https?:\/\/[^/]+(\/(?:assets|src|sw\.js)[\w./-]{0,80})(?:\?[^:]*)?:(\d{1,6}):(\d{1,7})\)?$/

const store = makeStore<Failure[]>([])

/** The last 20 failures, oldest first. */
export const failures: Readable<Failure[]> = store

export function noteFailure(what: FailureKind, error?: unknown): void {
  const name = error instanceof Error ? error.name.replace(/[^A-Za-z]/g, '').slice(0, 40) || 'Error' : null
  const places = error instanceof Error ? placesOf(error.stack ?? '') : []
  store.set([...store.get(), { what, at: iso(serverNow()), name, places }].slice(-MAX_FAILURES))
}

/** Notes uncaught errors as failures. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => {
    // An event without `error` is a notice of the browser, for example about a loop of ResizeObserver.
    if (error !== null && error !== undefined) noteFailure('error', error)
  })
  addEventListener('unhandledrejection', ({ reason }) => noteFailure('error', reason))
}

/** The stack's lines that name our own files. Omits all other lines, including the error's text. */
export function placesOf(stack: string): string[] {
  const places: string[] = []
  for (const line of stack.split('\n')) {
    const match = STACK_LINE.exec(line)
    if (match === null) continue
    const [, name = '', file = '', row = '', column = ''] = match
    places.push(`${name.replace(/[^\w$.<> -]/g, '').slice(0, 60)}@${file}:${row}:${column}`)
  }
  return places.slice(0, MAX_PLACES)
}
