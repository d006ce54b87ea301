// The pages of a load. The first pages of its tables are requested four at a time, because over a mobile network the 14
// tables of a client took 6 s one after the other.
import type { Loading, StreamRow } from '../../db/rows/replica'
import type { Answer, Endpoints, LoadPage } from '../protocol/endpoints'

/** BO3 allows 500. With half of that a slow phone stays responsive while it parses a page. */
export const PAGE = 250

export type LoadingStream = StreamRow & { loading: Loading }

export interface TablePage {
  tbl: string
  page: LoadPage
}

export interface Pages {
  /** The next page of this load, which was requested early or is requested now. */
  next(stream: LoadingStream, tbl: string): Promise<Answer<LoadPage>>
  /** The next page if it was requested early, has arrived, and is valid; else undefined. */
  arrived(stream: LoadingStream): TablePage | undefined
}

/** Browsers open six connections to one host over HTTP/1.1. Two stay free for the outbox and the app's files. */
const AT_ONCE = 4

/** Requests the first page of each table that the load of `started` has not begun, in their order. */
export function requestPages(endpoints: Endpoints, started: StreamRow): Pages {
  const request = ({ s, e, cursor, at, seen }: StreamRow, tbl: string, after: string | null) =>
    endpoints.rows(s, tbl, after, PAGE, { e, ...(seen ?? { c: cursor, at }) })
  const { tables = [], after = null } = started.loading ?? {}
  const requests: Promise<Answer<LoadPage>>[] = []
  const byTable = new Map<string, Promise<Answer<LoadPage>>>()
  const arrived = new Map<string, Answer<LoadPage>>()
  for (const tbl of after === null ? tables : tables.slice(1)) {
    const first = () => request(started, tbl, null)
    // A failed page ends the load, so the pages that wait for it are not requested.
    const answer = requests.at(-AT_ONCE)?.then((before) => (before.is === 'ok' ? first() : before)) ?? first()
    requests.push(answer)
    byTable.set(tbl, answer)
    // `next` reports an error when the load reaches the table.
    answer.then(
      (page) => arrived.set(tbl, page),
      () => undefined,
    )
  }
  /**
   * BO7: a page that was requested early counts only if it was requested with the position of the page before, or read
   * at that position. Otherwise the server's database may have been restored between the two.
   */
  const isValid = (answer: Answer<LoadPage>, { seen }: StreamRow): boolean =>
    answer.is !== 'ok' ||
    seen === started.seen ||
    (answer.value.c === seen?.c && answer.value.at === seen?.at)
  return {
    async next(stream, tbl) {
      const { after } = stream.loading
      const answer = after === null ? await byTable.get(tbl) : undefined
      return answer && isValid(answer, stream) ? answer : request(stream, tbl, after)
    },
    arrived(stream) {
      const [tbl] = stream.loading.tables
      if (tbl === undefined || stream.loading.after !== null) return undefined
      const answer = arrived.get(tbl)
      return answer?.is === 'ok' && isValid(answer, stream) ? { tbl, page: answer.value } : undefined
    },
  }
}
