// Reads rows by id. Ids that are close together, as those of a page are, are read in one range scan.
import type { EntityTable, PromiseExtended } from 'dexie'

/** Below this many ids, `bulkGet` is cheaper than a range scan. */
const FEW = 8

/** The stored rows with these ids, in any order. An id that is not stored adds nothing. */
export function rowsById<T extends { id: string }>(table: EntityTable<T, 'id'>, ids: readonly string[]): PromiseExtended<T[]> {
  return byId(
    ids,
    (first, last, most) => table.where(':id').between(first, last, true, true).limit(most).toArray(),
    () => table.bulkGet(ids as never[]),
  )
}

/**
 * Picks the cheaper of two reads. `between` reads at most `most` rows from the smallest to the largest id;
 * `oneByOne` reads exactly `ids`. If `between` reaches its limit, too many other rows lie between, so
 * `oneByOne` runs.
 */
export function byId<T extends { id: string }>(
  ids: readonly string[],
  between: (first: string, last: string, most: number) => PromiseExtended<T[]>,
  oneByOne: () => PromiseExtended<(T | undefined)[]>,
): PromiseExtended<T[]> {
  const wanted = new Set(ids)
  const those = (rows: (T | undefined)[]) => rows.filter((row) => row !== undefined && wanted.has(row.id)) as T[]
  const [first, last] = ends(ids)
  // No `async` here: awaiting a native promise between two requests would end the IndexedDB transaction.
  if (ids.length < FEW) return oneByOne().then(those)
  const most = 2 * ids.length
  return between(first, last, most)
    .then((near) => (near.length < most ? near : oneByOne()))
    .then(those)
}

function ends(ids: readonly string[]): [string, string] {
  let [first = '', last = ''] = [ids[0], ids[0]]
  for (const id of ids) {
    if (id < first) first = id
    if (id > last) last = id
  }
  return [first, last]
}
