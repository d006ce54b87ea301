// The endpoints of sync over the typed API client.
import { apiOf, NoAnswer } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import { retryAfterMs } from '../../lib/time/jitter'
import { classifyStatus, type Answer, type Endpoints, type Page, type Position } from '../protocol/endpoints'
import { isRow } from '../protocol/protocol'

type Reply = { data?: unknown; error?: unknown; response: Response }

/** The meaning of a response. `isValue` checks the body of a successful one. */
export async function request<T>(
  call: Promise<Reply>,
  isValue: (data: unknown) => data is T,
): Promise<Answer<T>> {
  let reply: Reply
  try {
    reply = await call
  } catch (error) {
    const { why, unsent } = error instanceof NoAnswer ? error : new NoAnswer('network')
    return why === 'signed-out' ? { is: 'unauthorized' } : { is: 'later', why, after: 0, unsent }
  }
  const { data, error, response } = reply
  const outcome = classifyStatus(response.status)
  const rejected = serverErrorOf(error)
  if (outcome === 'unauthorized' && rejected !== null) return { is: 'unauthorized' }
  if (outcome === 'rejected' && rejected !== null) return { is: 'rejected', ...rejected }
  if (outcome === 'ok' && isValue(data)) return { is: 'ok', value: data }
  const isLimited = response.status === 429
  const why = isLimited ? 'limited' : outcome === 'later' ? 'busy' : 'network'
  // Retry a response in another format, because it comes from a captive portal or a proxy, not from our
  // server.
  return { is: 'later', why, after: retryAfterMs(response.headers.get('Retry-After')), unsent: isLimited }
}

function isObject(data: unknown): data is object {
  return typeof data === 'object' && data !== null
}

export function isPage(data: unknown): data is Page {
  return (
    isObject(data) && 'rows' in data && 'next' in data && Array.isArray(data.rows) && data.rows.every(isRow)
  )
}

function isPosition(data: unknown): data is Position {
  return isObject(data) && 'c' in data && 'tables' in data && Array.isArray(data.tables)
}

/** The endpoints of sync. MU4: they use only this user's session. */
export function httpEndpoints(userId: string): Endpoints {
  const api = apiOf(userId)
  return {
    bootstrap: (s) => request(api.POST('/realtime/v1/bootstrap', { body: { s } }), isPosition),
    rows: (s, tbl, after, limit, previous) =>
      request(
        api.GET('/realtime/v1/rows', { params: { query: { s, tbl, limit, after, ...previous } } }),
        isPage,
      ),
  }
}
