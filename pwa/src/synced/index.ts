// Registers the outbox kinds and the thread table of all features, for the app and the service worker.
import { register } from '../sync/registry'
import { messages, read, resolve, send, takeBack } from './messaging/kinds'

export function registerSynced(): void {
  register({
    kinds: {
      'messages.send': send,
      'messages.take_back': takeBack,
      'threads.read': read,
      'threads.resolve': resolve,
    },
    actions: () => import('./messaging/actions'),
    threadTable: messages,
  })
}
