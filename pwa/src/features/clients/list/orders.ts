// Sort orders of the client list. Pure.
import { type DirectoryEntry, longestWaits } from '../../../live/directory/use-directory'

export const COLUMNS = ['newest', 'waiting', 'attention', 'company', 'contact', 'tier', 'status'] as const
export type Column = (typeof COLUMNS)[number]
export interface Sorted {
  by: Column
  /** Whether the column's usual direction is reversed. */
  isReversed: boolean
}

export const COLUMN_NAMES: Record<Column, string> = {
  newest: 'Newest first',
  waiting: 'Longest waiting',
  attention: 'Needs attention',
  company: 'Company',
  contact: 'Contact',
  tier: 'Tier',
  status: 'Status',
}

const TIERS: Record<string, number> = { enterprise: 0, pro: 1, basic: 2 }

type Compare = (one: DirectoryEntry, other: DirectoryEntry) => number

const COMPARE: Record<Exclude<Column, 'newest' | 'waiting'>, Compare> = {
  attention: (one, other) => weight(other) - weight(one),
  company: (one, other) => text(one.name, other.name),
  contact: (one, other) =>
    text(one.client.contact_name.toLowerCase(), other.client.contact_name.toLowerCase()),
  tier: (one, other) =>
    (TIERS[one.client.subscription_tier] ?? 3) - (TIERS[other.client.subscription_tier] ?? 3),
  status: (one, other) => text(one.client.subscription_status, other.client.subscription_status),
}

/** Points for the order by attention. Snoozed reasons count zero. */
export function weight({ attention }: DirectoryEntry): number {
  return attention === undefined || attention.snoozed_until !== null ? 0 : attention.points
}

/** Sorts `newest` in another order. Equal entries stay newest first. */
export function inOrder(
  newest: readonly DirectoryEntry[],
  { by, isReversed }: Sorted,
): readonly DirectoryEntry[] {
  if (by === 'newest') return isReversed ? newest.toReversed() : newest
  if (by === 'waiting') {
    const waits = longestWaits(newest)
    const waiting = new Set(waits)
    return [...waits, ...newest.filter((entry) => !waiting.has(entry))]
  }
  const compare = COMPARE[by]
  return newest.toSorted(isReversed ? (one, other) => compare(other, one) : compare)
}

function text(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
