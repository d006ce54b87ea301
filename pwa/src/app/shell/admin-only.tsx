// Keeps admin pages for admins; the server refuses the data anyway.
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

import { useSyncStatus } from '../../live/live'
import { paths } from '../paths'

type AdminOnlyProps = { children: ReactNode; otherwise?: ReactNode; meanwhile: ReactNode }

const HOME = <Navigate to={paths.dashboard} replace />

/** Shows an admin page to admins, and `otherwise` to others; `meanwhile` stands until the role is known. */
export function AdminOnly({ children, otherwise = HOME, meanwhile }: AdminOnlyProps) {
  const { role } = useSyncStatus()
  if (role === null) return meanwhile
  return role === 'admin' ? children : otherwise
}
