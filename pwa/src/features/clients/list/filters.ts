// The parts of the client list that its chips show. Pure.
import { type DirectoryEntry, longestWaits } from '../../../live/directory/use-directory'

export const FILTERS = ['all', 'waiting', 'pending'] as const
export type Filter = (typeof FILTERS)[number]
export type Filtered = Record<Filter, readonly DirectoryEntry[]>

export const FILTER_NAMES: Record<Filter, string> = {
  waiting: 'Waiting',
  pending: 'Not signed up',
  all: 'All',
}

/** The text for a filter that matches no client. */
export const EMPTY_TEXT: Record<Exclude<Filter, 'all'>, string> = {
  waiting: 'No client waits for an answer',
  pending: 'Every client has signed up',
}

export function filtered(all: readonly DirectoryEntry[]): Filtered {
  const waiting = new Set(longestWaits(all))
  return {
    waiting: all.filter((entry) => waiting.has(entry)),
    pending: all.filter(({ client }) => client.user_id === null),
    all,
  }
}
