// The HTTP endpoints of messaging that sync uses.
import { apiOf } from '../../api/client'
import type { MessageBody, ReadBody } from '../../db/rows/outbox'
import type { WireRow } from '../../db/rows/rows'
import type { Answer, Page } from '../../sync/protocol/endpoints'
import { isPage, request } from '../../sync/connection/http-endpoints'
import { isRow } from '../../sync/protocol/protocol'
import type { EntryOf } from '../../sync/registry'

export interface MessageEndpoints {
  /** `signal` ends the upload of a file before the message. */
  sendMessage(body: MessageBody, signal?: AbortSignal): Promise<Answer<WireRow>>
  /** MU8. Null if the message has not arrived; the server then rejects it if it arrives later. */
  takeBack(id: string, clientId: string): Promise<Answer<WireRow | null>>
  readThread(body: ReadBody): Promise<Answer<WireRow>>
  resolveThread(body: EntryOf<'threads.resolve'>['body']): Promise<Answer<WireRow>>
  olderMessages(clientId: string, before: string | null, limit: number): Promise<Answer<Page>>
}

/** MU4: the endpoints use only this user's session. */
export function messageEndpoints(userId: string): MessageEndpoints {
  const api = apiOf(userId)
  return {
    sendMessage: (body) => request(api.POST('/rest/v1/messages', { body }), isRow),
    takeBack: async (message_id, client_id) => {
      const call = api.DELETE('/rest/v1/messages/{message_id}', {
        params: { path: { message_id }, query: { client_id } },
      })
      const answer = await request(call, hasId)
      return answer.is === 'ok' ? { is: 'ok', value: isRow(answer.value) ? answer.value : null } : answer
    },
    readThread: (body) => request(api.PUT('/rest/v1/threads', { body }), isRow),
    resolveThread: (body) => request(api.PUT('/rest/v1/thread_resolutions', { body }), isRow),
    olderMessages: (client_id, before, limit) =>
      request(api.GET('/rest/v1/messages', { params: { query: { client_id, limit, before } } }), isPage),
  }
}

function hasId(data: unknown): data is { id: string } {
  return typeof data === 'object' && data !== null && 'id' in data
}
