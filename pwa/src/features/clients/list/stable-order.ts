// Keeps a list still while somebody points at it or reads it: rows change where they stand. Pure.
import type { DirectoryEntry } from '../../../live/directory/use-directory'

export interface Steady {
  shown: readonly DirectoryEntry[]
  /** Rows that came since. */
  fresh: number
  /** Rows that would stand elsewhere by now. */
  moved: boolean
}

type Entries = readonly DirectoryEntry[]

/** `found` as it stood in `order` (client ids); null for as it is. Who is no client any more goes; everybody else stays. */
export function heldStill(found: Entries, order: readonly string[] | null, of: ReadonlyMap<string, DirectoryEntry>): Steady {
  if (order === null) return { shown: found, fresh: 0, moved: false }
  const shown = order.flatMap((id) => of.get(id) ?? [])
  const here = new Set(order)
  const known = found.filter((entry) => here.has(entry.client.id))
  const moved = known.length !== shown.length || known.some((entry, at) => entry.client.id !== shown[at]?.client.id)
  return { shown, fresh: found.length - known.length, moved }
}
