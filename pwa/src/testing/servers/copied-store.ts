// Copies and restores the model server's store.
import type { ModelServer } from './model-server'

/**
 * Copies the current store. Returns a function that restores the copy: all later changes are lost, and the
 * epoch stays the same.
 */
export function copyOf(server: ModelServer): () => void {
  const maps = [server.messages, server.versions, server.pruned].map(
    (map) => [map as Map<string, unknown>, [...map]] as const,
  )
  const logs = new Map([...server.logs].map(([s, log]) => [s, [...log]]))
  return () => {
    server.restored += 1
    for (const [map, entries] of maps) {
      map.clear()
      for (const [key, value] of entries) map.set(key, value)
    }
    for (const [s, log] of server.logs) log.splice(0, log.length, ...(logs.get(s) ?? []))
  }
}
