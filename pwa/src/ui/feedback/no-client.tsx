// The text that a user without a client account sees instead of a client's screen.
import { CircleUserRound } from 'lucide-react'

import { EmptyState } from './empty-state'

export function NoClient() {
  return (
    <EmptyState
      icon={<CircleUserRound size={22} aria-hidden="true" />}
      title="No client account found"
      className="flex-1"
    >
      No client account found. Please contact support.
    </EmptyState>
  )
}
