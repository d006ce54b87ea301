// The requests of messaging: of its outbox entries, and of a thread's older pages.
import type { Replica } from '../../db/schema'
import type { Requests } from '../../sync/registry'
import { messageEndpoints, type MessageEndpoints } from './endpoints'

/** Builds the requests from these endpoints. */
export function requestsOver(endpoints: MessageEndpoints): Requests {
  return {
    send(entry, signal) {
      if (entry.kind === 'threads.read') return endpoints.readThread(entry.body)
      if (entry.kind === 'threads.resolve') return endpoints.resolveThread(entry.body)
      return entry.kind === 'messages.take_back' || entry.replaces !== undefined
        ? endpoints.takeBack(entry.replaces ?? entry.id, entry.body.client_id)
        : endpoints.sendMessage(entry.body, signal)
    },
    olderRows: (thread, before, limit) => endpoints.olderMessages(thread, before, limit),
  }
}

const loadFileSender = () => import('./send-with-file')

/** The requests of a page, which uploads a message's file first. */
export function pageRequests(replica: Replica): Requests {
  const endpoints = messageEndpoints(replica.userId)
  return requestsOver({
    ...endpoints,
    sendMessage: (body, signal) =>
      body.file
        ? loadFileSender().then((it) => it.sendWithFile(replica, endpoints, body, signal))
        : endpoints.sendMessage(body),
  })
}
