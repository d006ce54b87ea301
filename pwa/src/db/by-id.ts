// Rows by their ids; those that stand close together, as a page's do, in one request instead of one for each.
import type { EntityTable, PromiseExtended } from 'dexie'

/** Fewer are not worth a look at what stands between them. */
const FEW = 8

/** The rows that are there, as `bulkGet` finds them. */
export function rowsById<T extends { id: string }>(table: EntityTable<T, 'id'>, ids: readonly string[]): PromiseExtended<T[]> {
  return byId(
    ids,
    (first, last, most) => table.where(':id').between(first, last, true, true).limit(most).toArray(),
    () => table.bulkGet(ids as never[]),
  )
}

/** `between` gives the rows from the first to the last of `ids`, `most` at most; `oneByOne` those asked for. */
export function byId<T extends { id: string }>(
  ids: readonly string[],
  between: (first: string, last: string, most: number) => PromiseExtended<T[]>,
  oneByOne: () => PromiseExtended<(T | undefined)[]>,
): PromiseExtended<T[]> {
  const wanted = new Set(ids)
  const those = (rows: (T | undefined)[]) => rows.filter((row) => row !== undefined && wanted.has(row.id)) as T[]
  const [first, last] = ends(ids)
  // No `async` here: a wait of the language's own between two requests ends a transaction.
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
