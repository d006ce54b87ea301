// The states of a client list: loading, failed, empty, no match, or the list.
import { SearchX, Users } from 'lucide-react'
import type { ReactNode } from 'react'

import { Alert } from '../feedback/alert'
import { Button } from '../button'
import { EmptyState } from '../feedback/empty-state'

type ClientListFrameProps = {
  /** The state of the client data. */
  source: { is: 'loading' } | { is: 'failed'; retry: () => void } | { is: 'ready' }
  totalCount: number
  /** The number of clients that match the query. */
  matchCount: number
  /** The search query. */
  query: string
  onClear: () => void
  /** The placeholder of the list while it loads. */
  skeleton: ReactNode
  /** The list itself. */
  children: ReactNode
}

export function ClientListFrame({
  source,
  totalCount,
  matchCount,
  query,
  onClear,
  skeleton,
  children,
}: ClientListFrameProps) {
  if (source.is === 'loading') return skeleton
  if (source.is === 'failed') {
    return (
      <Alert
        className="m-3"
        action={
          <Button size="sm" onClick={source.retry}>
            Retry
          </Button>
        }
      >
        Error loading clients. Please try again later.
      </Alert>
    )
  }
  if (totalCount === 0) {
    return (
      <EmptyState icon={<Users size={22} aria-hidden="true" />} title="No clients yet" className="flex-1">
        A business appears here the moment it signs up, or when you add it.
      </EmptyState>
    )
  }
  if (matchCount === 0) {
    return (
      <EmptyState
        icon={<SearchX size={22} aria-hidden="true" />}
        title={`Nothing found for “${query.trim()}”`}
        className="flex-1"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        Search looks at company, contact and email.
      </EmptyState>
    )
  }
  return children
}
