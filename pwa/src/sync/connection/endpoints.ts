// The HTTP doors sync uses, and what their answers mean. The only place where a status code is judged.
import type { MessageBody, ReadBody, WireRow } from '../../db/rows/rows'
import type { Seen } from './protocol'

export type Answer<T> =
  | { is: 'ok'; value: T }
  /** Final: the server will not take it. */
  | { is: 'refused'; code: string; message: string }
  | { is: 'unauthorized' }
  /** Worth another try; `after` in ms if the server asked for a pause. `unsent`: nothing can have reached the server. */
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

/** BO7: the position at which it was read. An earlier server does not say it. */
export type LoadPage = Page & Partial<Seen>
/** Where the page before stood. */
export type Known = Seen & { e: string }

export interface Doors {
  sendMessage(body: MessageBody): Promise<Answer<WireRow>>
  /** MU8. Null for a message that has not arrived and is rejected if it does. */
  takeBack(id: string, clientId: string): Promise<Answer<WireRow | null>>
  readThread(body: ReadBody): Promise<Answer<WireRow>>
  olderMessages(clientId: string, before: string | null, limit: number): Promise<Answer<Page>>
  bootstrap(s: string): Promise<Answer<Position>>
  /** BO7: refused with `stale_position` where the log no longer has the change of `known`. */
  rows(s: string, tbl: string, after: string | null, limit: number, known?: Known): Promise<Answer<LoadPage>>
}

/** MU4: whether a status is worth another try with the same id, final, or a matter of signing in. */
export function judge(status: number): 'ok' | 'refused' | 'unauthorized' | 'later' {
  if (status >= 200 && status < 300) return 'ok'
  if (status === 401) return 'unauthorized'
  if (status >= 500 || status === 408 || status === 425 || status === 429) return 'later'
  // A redirect or a portal's page is not our server's word on the entry.
  return status >= 400 ? 'refused' : 'later'
}

/** What a person asked for cannot be had now: there is no connection, or the server will not give it. */
export class Unreachable extends Error {
  constructor(readonly why: 'network' | 'timeout' | 'busy' | 'limited' | 'signed-out' | 'refused') {
    super(why)
  }
}

/** The value of an answer, or `Unreachable`. */
export function valueOf<T>(answer: Answer<T>): T {
  if (answer.is === 'ok') return answer.value
  if (answer.is === 'later') throw new Unreachable(answer.why)
  throw new Unreachable(answer.is === 'refused' ? 'refused' : 'signed-out')
}
