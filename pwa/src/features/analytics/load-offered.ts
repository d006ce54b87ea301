// Loads whether Google is offered. The home screen imports this, so it is in a file without the actions.
import type { Replica } from '../../db/schema'
import { OFFERED } from './queries'
import { fetchIsOffered, RemoteError } from './remote'

const pending = new WeakMap<Replica, Promise<boolean>>()

/**
 * Stores whether this installation can connect Google, until the next response of the server. Concurrent
 * callers share one request. Resolves to false without a response.
 */
export function loadIsOffered(replica: Replica): Promise<boolean> {
  const request = pending.get(replica) ?? loadOffered(replica).finally(() => pending.delete(replica))
  pending.set(replica, request)
  return request
}

async function loadOffered(replica: Replica): Promise<boolean> {
  try {
    const isOffered = await fetchIsOffered()
    if (!replica.retired) await replica.meta.put({ k: OFFERED, value: isOffered ? 1 : 0 })
    return true
  } catch (error) {
    if (error instanceof RemoteError) return false
    throw error
  }
}
