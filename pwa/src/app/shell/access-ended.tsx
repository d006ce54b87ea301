// What an account without access still can do: nothing here but leave.
import { LockKeyhole } from 'lucide-react'

import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'

export default function AccessEnded({ onSignOut }: { onSignOut: () => void }) {
  return (
    <div role="alert" className="flex flex-1 items-center justify-center">
      <EmptyState
        heading="h1"
        icon={<LockKeyhole size={22} aria-hidden="true" />}
        title="This account has no access any more"
        action={<Button onClick={onSignOut}>Sign Out</Button>}
      >
        Please contact support. Messages you have not sent stay on this device until you sign out.
      </EmptyState>
    </div>
  )
}
