// The pages of a load. The first page of each table is requested at once, because over a mobile network the 14
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
  /** Requests the next page of this load, unless it was requested early. */
  next(stream: LoadingStream, tbl: string): Promise<Answer<LoadPage>>
  /** The next page if it was requested early and is valid; else undefined. */
  early(stream: LoadingStream): Promise<TablePage | undefined>
}

/** Requests the first page of each table that the load of `started` has not begun. */
export function requestPages(endpoints: Endpoints, started: StreamRow): Pages {
  const request = (
    { s, e, cursor, at, seen, loading }: StreamRow,
    tbl: string,
    after = loading?.after ?? null,
  ) => endpoints.rows(s, tbl, after, PAGE, { e, ...(seen ?? { c: cursor, at }) })
  const { tables = [], after = null } = started.loading ?? {}
  const requests = new Map(
    (after === null ? tables : tables.slice(1)).map((tbl) => [tbl, request(started, tbl, null)]),
  )
  // `next` reports an error when the load reaches the table. An earlier error ends the load before that.
  for (const one of requests.values()) one.catch(() => undefined)
  const requestedEarly = async (stream: LoadingStream, tbl: string) => {
    const answer = stream.loading.after === null ? await requests.get(tbl) : undefined
    return answer && isValid(answer, stream) ? answer : undefined
  }
  return {
    next: async (stream, tbl) => (await requestedEarly(stream, tbl)) ?? request(stream, tbl),
    early: async (stream) => {
      const [tbl] = stream.loading.tables
      if (tbl === undefined) return undefined
      const answer = await requestedEarly(stream, tbl).catch(() => undefined)
      return answer?.is === 'ok' ? { tbl, page: answer.value } : undefined
    },
  }
}

/**
 * BO7: rows of a page that was requested early count only if the server read them at the position of the page before.
 * Otherwise the server's database may have been restored between the two.
 */
const isValid = (answer: Answer<LoadPage>, { seen }: StreamRow): boolean =>
  answer.is !== 'ok' || seen === undefined || (answer.value.c === seen.c && answer.value.at === seen.at)
