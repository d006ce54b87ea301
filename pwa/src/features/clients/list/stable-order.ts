// Keeps the order of a list while the user is using it. Rows still update in place. Pure.
import type { DirectoryEntry } from '../../../live/directory/use-directory'

export interface StableOrder {
  shown: readonly DirectoryEntry[]
  /** Number of rows that have arrived since the order was fixed. */
  newCount: number
  /** Whether the current order differs from the shown one. */
  isReordered: boolean
}

type Entries = readonly DirectoryEntry[]

/**
 * Rows in the fixed `order` of client ids, or `matches` unchanged if `order` is null.
 * Deleted clients leave the list; clients that no longer match stay.
 */
export function withStableOrder(
  matches: Entries,
  order: readonly string[] | null,
  of: ReadonlyMap<string, DirectoryEntry>,
): StableOrder {
  if (order === null) return { shown: matches, newCount: 0, isReordered: false }
  const shown = order.flatMap((id) => of.get(id) ?? [])
  const here = new Set(order)
  const existing = matches.filter((entry) => here.has(entry.client.id))
  const isReordered =
    existing.length !== shown.length || existing.some((entry, at) => entry.client.id !== shown[at]?.client.id)
  return { shown, newCount: matches.length - existing.length, isReordered }
}
