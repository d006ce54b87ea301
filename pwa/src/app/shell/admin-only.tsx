// Shows admin pages only to admins. The server enforces the same for the data.
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

import { useMember } from '../../live/view'
import { LoadError } from '../../ui/feedback/load-error'
import { paths } from '../paths'
import { ScreenPlaceholder } from './screen-placeholder'

type AdminOnlyProps = {
  children: ReactNode
  otherwise?: ReactNode
  /** The error text if the user's role cannot be loaded. */
  failed: string
}

const HOME = <Navigate to={paths.dashboard} replace />

/** Shows an admin page to admins, and `otherwise` to others. */
export function AdminOnly({ children, otherwise = HOME, failed }: AdminOnlyProps) {
  const member = useMember()
  switch (member.is) {
    case 'loading':
      return <ScreenPlaceholder />
    case 'failed':
      return (
        <LoadError className="m-4 lg:m-6" onRetry={member.retry}>
          {failed}
        </LoadError>
      )
    case 'ready':
      return member.role === 'admin' ? children : otherwise
  }
}
