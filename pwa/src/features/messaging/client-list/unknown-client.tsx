// Empty state for a URL whose client does not exist for this user.
import { UserRoundX } from 'lucide-react'

import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'

export function UnknownClient({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      icon={<UserRoundX size={22} aria-hidden="true" />}
      title="Client not found"
      className="flex-1"
      action={<Button onClick={onBack}>Choose another client</Button>}
    >
      It may have been removed, or the address is not complete.
    </EmptyState>
  )
}
