// The requests of the service worker. Messages with files wait, because only a page uploads a file in parts.
import type { Requests } from '../../sync/registry'
import { messageEndpoints, type MessageEndpoints } from './endpoints'
import { requestsOver } from './requests'

const retryLater = { is: 'later', why: 'network', after: 0, unsent: true } as const

export function workerRequests(
  userId: string,
  endpoints: MessageEndpoints = messageEndpoints(userId),
): Requests {
  return requestsOver({
    ...endpoints,
    sendMessage: (body) => (body.file ? Promise.resolve(retryLater) : endpoints.sendMessage(body)),
  })
}
