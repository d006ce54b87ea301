// The types of the connection's state machine: its states, events and effects.
import type { FailureKind } from '../../lib/failures'
import type { ChangeFrame, Cursor, DeviceFrame, OkFrame, StreamMode } from '../protocol/protocol'

/** The states, in the order of the columns of the table in session.ts. */
export const STATES = [
  'connecting', // a token and a socket are being obtained
  'hello', // the device has sent `hello` and waits for `ok`
  'syncing', // not all streams are up to date
  'live', // all streams are up to date
  'waiting', // no connection; a timer runs
  'offline', // like 'waiting', and the browser reports no network
  'silent', // another connection of this tab has replaced this one
  'locked', // terminal: the user may not use the product
  'outdated', // terminal: the server does not support this version of the app, which must be updated
  'signed-out', // no session
] as const
export type StateName = (typeof STATES)[number]

export interface Progress {
  phase: 'loading' | 'catching-up' | 'live'
  /** The number of the last change that is stored on this device. */
  cursor: number
  /** The highest number in a frame of this connection. */
  received: number
  /** The highest head that the server has sent. */
  head: number
  /** The number of first loads that failed or were reset on this connection. */
  tries: number
  /** CL5: a heartbeat's head was above `received`, and a timer waits for the missing changes. */
  isBehind: boolean
}

export interface Session {
  state: StateName
  /** The number of consecutive connections that did not become live. */
  failures: number
  /** When the first of these connections failed, in ms. */
  lostAt: number
  streams: Record<string, Progress>
  /** CL2: each stream's cursor at its last gap. */
  gaps: Record<string, number>
  /** From `bye`: the shortest and the longest wait after the close, in ms. */
  spread: [number, number] | null
  /** The server requested the wait, so browser events do not shorten it. */
  isWaitRequested: boolean
  /** The next token must be a new one, because the server rejected the last. */
  needsFreshToken: boolean
  pingCount: number
  isPongMissing: boolean
  online: boolean
  hiddenAt: number | null
}

export type EventMap = {
  /** Connect now: this tab starts to lead, or the outbox has delivered an entry. */
  start: object
  /**
   * The user requests another attempt. A connection that is not live yet is opened again, because its load
   * may fail.
   */
  again: object
  token: { token: string }
  'token-unknown': object
  'token-rejected': object
  opened: object
  closed: { code: number }
  /**
   * Each frame is an event with the frame's name and fields. The events `ok` and `ch` contain the whole
   * frame.
   */
  ok: { frame: OkFrame; offeredCursors: Record<string, number> }
  subs: { subs: StreamMode[] }
  ch: { frame: ChangeFrame }
  live: { s: string }
  hb: { h: Record<string, number> }
  pong: object
  auth_expiring: object
  auth_ok: object
  revoke: { s: string }
  bye: { after: [number, number] }
  /** A frame broke the protocol, or a write to the store failed. */
  broken: { why: FailureKind }
  stored: { s: string; cursor: number }
  gap: { s: string; cursor: number }
  'caught-up': { s: string }
  /** A first load is complete; `offer` is the cursor to subscribe with. */
  loaded: { offer: Cursor }
  'load-failed': { s: string }
  retry: object
  'connect-timeout': object
  quiet: object
  /** `lateMs`: the timer's delay beyond its time. */
  silence: { lateMs: number }
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

/** Timers by name. Arming a running timer restarts it. A timer fires as the event of its name. */
type Timer =
  { timer: 'retry' | 'connect-timeout' | 'quiet' | 'silence' } | { timer: 'behind' | 'load-due'; s: string }

export type Effect =
  | { do: 'get-token'; fresh: boolean }
  | { do: 'open'; token: string }
  /** Send `hello` with the token of `open` and the stored cursors. */
  | { do: 'hello' }
  | { do: 'close' }
  | { do: 'send'; frame: DeviceFrame }
  | ({ do: 'arm'; ms: number } & Timer)
  | ({ do: 'disarm' } & Timer)
  | { do: 'disarm-all' }
  // 'hello' and the effects from here on, except 'report', run one at a time in the store queue.
  /** Store the user's role and client. Drop the streams that `frame` does not list. */
  | { do: 'learn'; frame: OkFrame }
  | { do: 'ingest'; frame: ChangeFrame }
  /** The stream has sent everything: revert the rows that the server lost (CL14). */
  | { do: 'mark'; s: string }
  | { do: 'load'; s: string }
  | { do: 'reset'; s: string }
  | { do: 'revoke'; s: string }
  /** Record that this device is up to date. */
  | { do: 'confirm' }
  /** Delete all rows, but not unsent work. */
  | { do: 'lock' }
  | { do: 'report'; what: FailureKind }

export interface Env {
  /** ms */
  now: number
  random: () => number
}

export type Step = [Session, Effect[]]
/** A state's reaction to an event. */
export type Cell<E extends EventName> = (session: Session, event: { is: E } & EventMap[E], env: Env) => Step
