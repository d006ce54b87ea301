// The words of the connection's state machine: its states, what happens to it, and what it asks to be done.
import type { FailureKind } from '../../lib/failures'
import type { ChangeFrame, Cursor, DeviceFrame, OkFrame, StreamMode } from './protocol'

/** The order of the columns of the table in session.ts. */
export const STATES = [
  'connecting', // a token and a socket are being obtained
  'hello', // hello is said, ok is awaited
  'syncing', // some stream is not up to date yet
  'live', // every stream is
  'waiting', // no connection; a timer runs
  'offline', // the same, and the browser says that there is no network
  'silent', // superseded by another connection of this very tab
  'locked', // terminal: may not use the product
  'outdated', // terminal: server and app do not understand each other, and the app must be updated
  'signed-out', // no session
] as const
export type StateName = (typeof STATES)[number]

export interface Progress {
  phase: 'loading' | 'catching-up' | 'live'
  /** Stored on this device. */
  cursor: number
  /** The highest number seen in a frame of this connection. */
  received: number
  /** The highest head the server told. */
  head: number
  /** First loads that failed or were reset on this connection. */
  tries: number
  /** CL5: a heartbeat told of more than was received, and a timer waits for it. */
  watched: boolean
}

export interface Session {
  state: StateName
  /** Connections that did not become live, in a row. */
  failures: number
  /** When the first of them failed, in ms. */
  lostAt: number
  streams: Record<string, Progress>
  /** CL2: the cursor at which a stream had its last gap. */
  gaps: Record<string, number>
  /** From `bye`: how long to wait after the close, in ms. */
  spread: [number, number] | null
  /** The wait was dictated by the server: hints do not shorten it. */
  dictated: boolean
  /** The next token must be a new one, because the server refused the last. */
  fresh: boolean
  pings: number
  pinged: boolean
  online: boolean
  hiddenAt: number | null
}

export type EventMap = {
  /** Connect now: the leader starts, or a person asks. */
  start: object
  /** A person asks for another attempt: a connection whose first load fails is made anew. */
  again: object
  token: { token: string }
  'token-unknown': object
  'token-refused': object
  opened: object
  closed: { code: number }
  ok: { frame: OkFrame; offered: Record<string, number> }
  subs: { subs: StreamMode[] }
  ch: { frame: ChangeFrame }
  live: { s: string }
  hb: { heads: Record<string, number> }
  pong: object
  auth_expiring: object
  auth_ok: object
  revoke: { s: string }
  bye: { after: [number, number] }
  /** A frame that breaks the protocol, or a store that cannot be written. */
  broken: { why: FailureKind }
  stored: { s: string; cursor: number }
  gap: { s: string; cursor: number }
  'caught-up': { s: string }
  /** A first load is done, and its position is offered. */
  loaded: { offer: Cursor }
  'load-failed': { s: string }
  retry: object
  'connect-timeout': object
  quiet: object
  /** `late`: how much later than asked the timer fired, in ms. */
  silence: { late: number }
  behind: { s: string }
  'load-due': { s: string }
  visible: object
  hidden: object
  online: object
  offline: object
  'signed-in': object
  'signed-out': object
}
export type EventName = keyof EventMap
export type Event = { [E in EventName]: { is: E } & EventMap[E] }[EventName]

/** Timers by name; arming one again moves it. A timer fires as the event of its name. */
type Timer =
  | { timer: 'retry' | 'connect-timeout' | 'quiet' | 'silence' }
  | { timer: 'behind' | 'load-due'; s: string }

export type Effect =
  | { do: 'get-token'; fresh: boolean }
  | { do: 'open'; token: string }
  /** Say hello with the token of `open` and the stored cursors. */
  | { do: 'hello' }
  | { do: 'close' }
  | { do: 'send'; frame: DeviceFrame }
  | ({ do: 'arm'; ms: number } & Timer)
  | ({ do: 'disarm' } & Timer)
  | { do: 'disarm-all' }
  /** The effects from here on go through the store, one after another, in order. */
  | { do: 'learn'; frame: OkFrame }
  | { do: 'ingest'; frame: ChangeFrame }
  | { do: 'mark'; s: string }
  | { do: 'load'; s: string }
  | { do: 'reset'; s: string }
  | { do: 'revoke'; s: string }
  | { do: 'confirm' }
  | { do: 'lock' }
  | { do: 'report'; what: FailureKind }

export interface Env {
  /** ms */
  now: number
  random: () => number
}

export type Step = [Session, Effect[]]
/** What a state does with an event. */
export type Cell<E extends EventName> = (session: Session, event: { is: E } & EventMap[E], env: Env) => Step
