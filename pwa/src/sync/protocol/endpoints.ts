// The HTTP endpoints of sync, and the meaning of their responses. Only this file interprets status codes.
import type { WireRow } from '../../db/rows/rows'
import type { LogPosition } from './protocol'

export type Answer<T> =
  | { is: 'ok'; value: T }
  /** Final: the server rejected the request, so a retry does not help. */
  | { is: 'rejected'; code: string; message: string }
  | { is: 'unauthorized' }
  /**
   * Retry later; `after` is the server's `Retry-After` in ms, else 0. `unsent`: the server cannot have
   * processed the request.
   */
  | { is: 'later'; why: 'network' | 'timeout' | 'busy' | 'limited'; after: number; unsent?: boolean }

export interface Position {
  e: string
  c: number
  at: string
  tables: string[]
}

export interface Page {
  rows: WireRow[]
  next: string | null
}

/** BO7: a page with the position at which the server read it. An older server does not send the position. */
export type LoadPage = Page & Partial<LogPosition>
/** The position of the previous page. */
export type PagePosition = LogPosition & { e: string }

export interface Endpoints {
  bootstrap(s: string): Promise<Answer<Position>>
  /** BO7: the server returns the error `stale_position` if its log no longer has the change of `previous`. */
  rows(
    s: string,
    tbl: string,
    after: string | null,
    limit: number,
    previous?: PagePosition,
  ): Promise<Answer<LoadPage>>
}

/** MU4: whether a status means success, a final error, a retry with the same id, or a new sign-in. */
export function classifyStatus(status: number): 'ok' | 'rejected' | 'unauthorized' | 'later' {
  if (status >= 200 && status < 300) return 'ok'
  if (status === 401) return 'unauthorized'
  if (status >= 500 || status === 408 || status === 425 || status === 429) return 'later'
  // A redirect comes from a captive portal, not from our server, so it does not reject the entry.
  return status >= 400 ? 'rejected' : 'later'
}

/** The user's request failed: there is no connection, or the server rejected it. */
export class Unreachable extends Error {
  constructor(readonly why: 'network' | 'timeout' | 'busy' | 'limited' | 'signed-out' | 'rejected') {
    super(why)
  }
}

/** The value of a response. Throws `Unreachable` if it has none. */
export function valueOf<T>(answer: Answer<T>): T {
  if (answer.is === 'ok') return answer.value
  if (answer.is === 'later') throw new Unreachable(answer.why)
  throw new Unreachable(answer.is === 'rejected' ? 'rejected' : 'signed-out')
}
