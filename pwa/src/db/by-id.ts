// Reads rows by id. Uses one range scan if the ids are close together, as the ids of a page are.
import type { EntityTable, PromiseExtended } from 'dexie'

/** Below this many ids, `bulkGet` is cheaper than a range scan. */
const MIN_RANGE_IDS = 8

/** Returns the stored rows with these ids, in any order. Ignores ids that are not stored. */
export function rowsById<T extends { id: string }>(
  table: EntityTable<T, 'id'>,
  ids: readonly string[],
): PromiseExtended<T[]> {
  return byId(
    ids,
    (first, last, limit) => table.where(':id').between(first, last, true, true).limit(limit).toArray(),
    () => table.bulkGet(ids as never[]),
  )
}

/**
 * Picks the cheaper of two reads. `between` reads at most `limit` rows from the smallest to the largest id;
 * `oneByOne` reads exactly `ids`. If `between` reaches its limit, too many other rows lie in the range, so
 * `oneByOne` runs.
 */
export function byId<T extends { id: string }>(
  ids: readonly string[],
  between: (first: string, last: string, limit: number) => PromiseExtended<T[]>,
  oneByOne: () => PromiseExtended<(T | undefined)[]>,
): PromiseExtended<T[]> {
  const requested = new Set(ids)
  const requestedRows = (rows: (T | undefined)[]) =>
    rows.filter((row) => row !== undefined && requested.has(row.id)) as T[]
  const [first, last] = idRange(ids)
  // No `async` here: awaiting a native promise between two requests would end the IndexedDB transaction.
  if (ids.length < MIN_RANGE_IDS) return oneByOne().then(requestedRows)
  const limit = 2 * ids.length
  return between(first, last, limit)
    .then((nearby) => (nearby.length < limit ? nearby : oneByOne()))
    .then(requestedRows)
}

function idRange(ids: readonly string[]): [string, string] {
  let [first = '', last = ''] = [ids[0], ids[0]]
  for (const id of ids) {
    if (id < first) first = id
    if (id > last) last = id
  }
  return [first, last]
}
