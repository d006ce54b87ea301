// Observes changes of the replica by any tab. `followQuery` runs a query again after a change of the rows
// that it read. `followTables` only reports the changed rows, for lists that are too long to be read again.
import { cmp, Dexie, type IntervalTree, liveQuery, type ObservabilitySet, RangeSet } from 'dexie'

import type { Replica } from './schema'

/** The ids of rows that were put or deleted; 'many' if Dexie reports a range instead of single ids. */
type ChangedIds = ReadonlySet<string> | 'many'
/** Changed ids by table name. */
export type Changes = ReadonlyMap<string, ChangedIds>

/**
 * Calls `onResult` with the result of `query`, and again after each change of the rows that it read. Returns a
 * function that unsubscribes. If the query fails, the subscription ends and `onError` is called. By default
 * the error is ignored, because a query fails when another tab has deleted the replica, and then sign-out
 * follows.
 */
export function followQuery<T>(
  query: () => T | Promise<T>,
  onResult: (result: T) => void,
  onError: (error: unknown) => void = () => undefined,
): () => void {
  const running = liveQuery(query).subscribe(onResult, onError)
  return () => running.unsubscribe()
}

/** Calls `notify` after each commit that changed one of `tables`. Returns a function that unsubscribes. */
export function followTables(
  replica: Replica,
  tables: readonly string[],
  notify: (changes: Changes) => void,
): () => void {
  const onCommit = (parts: ObservabilitySet) => {
    const changes = new Map<string, ChangedIds>()
    for (const table of tables) {
      const keys = parts[`idb://${replica.name}/${table}/`]
      if (keys !== undefined) changes.set(table, idsIn(keys))
    }
    if (changes.size > 0) notify(changes)
  }
  Dexie.on.storagemutated.subscribe(onCommit)
  return () => Dexie.on.storagemutated.unsubscribe(onCommit)
}

export function mergeChanges(one: Changes, other: Changes): Changes {
  const all = new Map(one)
  for (const [table, changedIds] of other) {
    const before = all.get(table) ?? new Set()
    all.set(table, before === 'many' || changedIds === 'many' ? 'many' : new Set([...before, ...changedIds]))
  }
  return all
}

function idsIn(keys: IntervalTree): ChangedIds {
  const ids = new Set<string>()
  // Changes from another tab arrive as a cloned tree without methods, so copy them into a `RangeSet`.
  const ranges = new RangeSet().add(keys)[Symbol.iterator]()
  for (let range = ranges.next(); range.done !== true; range = ranges.next()) {
    const { from, to } = range.value
    if (typeof from !== 'string' || cmp(from, to) !== 0) return 'many'
    ids.add(from)
  }
  return ids
}
