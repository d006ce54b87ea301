// The text that a user without a client account sees instead of a client's screen.
import { CircleUserRound } from 'lucide-react'

import { NO_CLIENT, NO_CLIENT_TITLE } from '../../lib/text/client-errors'
import { EmptyState } from './empty-state'

export function NoClient() {
  return (
    <EmptyState
      icon={<CircleUserRound size={22} aria-hidden="true" />}
      title={NO_CLIENT_TITLE}
      className="flex-1"
    >
      {NO_CLIENT}
    </EmptyState>
  )
}
