// Fetches a client's data for an admin to view, once and on each refresh. The audit log records every fetch.
import { useCallback, useEffect, useState } from 'react'

import { clientStream } from '../../db/streams'
import { NoAnswer, ownApi, send, viewWith } from '../../api/client'
import { noteFailure } from '../../lib/failures'
import { NOT_LOADED } from '../../lib/text/client-errors'
import { onResponse } from '../../lib/time/slow-response'
import { readOnlySnapshot } from '../../live/read-only-snapshot'
import { resultOrUndefined, useLive, type Live } from '../../live/live'

type Row = Record<string, unknown>

export type View =
  | { is: 'loading' }
  | { is: 'failed'; message: string; isLate?: true }
  | { is: 'ready'; live: Live; at: string; token: string }

const NOT_FOUND = 'Client not found'

export function useView(clientId: string): { view: View; refresh: () => void } {
  const { replica } = useLive()
  const [view, setView] = useState<View>({ is: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const load = async () => {
      const zone = (await resultOrUndefined(replica.meta.get('zone')))?.value
      return fetchView(clientId, typeof zone === 'string' ? zone : undefined)
    }
    const handle = (next: View) => {
      if (next.is === 'ready') viewWith(next.token)
      // Keep the shown data until newer data arrives.
      setView((before) => (next.is === 'failed' && next.isLate && before.is === 'ready' ? before : next))
    }
    return onResponse<View>(load().catch(failedView), handle, {
      is: 'failed',
      message: NOT_LOADED,
      isLate: true,
    })
  }, [replica, clientId, round])
  // Until the viewed screens are unmounted, none of them may send a request with the admin's token.
  useEffect(() => () => viewWith(null), [])
  return { view, refresh: useCallback(() => setRound((before) => before + 1), []) }
}

function failedView(error: unknown): View {
  noteFailure('store', error)
  return { is: 'failed', message: NOT_LOADED }
}

/** The rows of a table after its first page; null if the server returns an error. */
async function remainingRows(token: string, s: string, tbl: string, first: string): Promise<Row[] | null> {
  const rows: Row[] = []
  for (let after: string | null = first; after !== null;) {
    const query = new URLSearchParams({ s, tbl, after })
    const { response, text } = await send(
      new Request(new URL(`/realtime/v1/rows?${query}`, location.origin)),
      token,
    )
    if (!response.ok) return null
    const page = JSON.parse(text) as { rows: Row[]; next: string | null }
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}

async function fetchView(client_id: string, zone: string | undefined): Promise<View> {
  try {
    const { data, response } = await ownApi.POST('/rest/v1/client_views', { body: { client_id } })
    if (data === undefined) return { is: 'failed', message: response.status === 404 ? NOT_FOUND : NOT_LOADED }
    const { token, at } = data
    const rows: Record<string, Row[]> = { ...data.rows }
    for (const [tbl, after] of Object.entries(data.next)) {
      const rest = await remainingRows(token, clientStream(client_id), tbl, after)
      if (rest === null) return { is: 'failed', message: NOT_LOADED }
      rows[tbl] = [...(rows[tbl] ?? []), ...rest]
    }
    return { is: 'ready', token, live: await readOnlySnapshot({ client_id, at, rows }, zone), at }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { is: 'failed', message: NOT_LOADED }
  }
}
