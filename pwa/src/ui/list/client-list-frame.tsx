// What stands in the place of a list of clients while it loads, fails, is empty, or has nobody who is looked for.
import { SearchX, Users } from 'lucide-react'
import type { ReactNode } from 'react'

import { Alert } from '../feedback/alert'
import { Button } from '../button'
import { EmptyState } from '../feedback/empty-state'

type ClientListFrameProps = {
  /** Where the clients come from. */
  source: { is: 'loading' } | { is: 'failed'; retry: () => void } | { is: 'ready' }
  /** How many there are, and how many of them are looked for. */
  all: number
  found: number
  /** What is looked for. */
  asked: string
  onClear: () => void
  /** The list in its final shape, before its first row is known. */
  skeleton: ReactNode
  /** The list. */
  children: ReactNode
}

export function ClientListFrame({ source, all, found, asked, onClear, skeleton, children }: ClientListFrameProps) {
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
  if (all === 0) {
    return (
      <EmptyState icon={<Users size={22} aria-hidden="true" />} title="No clients yet" className="flex-1">
        A business appears here the moment it signs up, or when you add it.
      </EmptyState>
    )
  }
  if (found === 0) {
    return (
      <EmptyState
        icon={<SearchX size={22} aria-hidden="true" />}
        title={`Nothing found for “${asked.trim()}”`}
        className="flex-1"
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        Search looks at company, contact and e-mail.
      </EmptyState>
    )
  }
  return children
}
