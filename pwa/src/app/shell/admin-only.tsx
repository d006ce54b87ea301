// Keeps admin pages for admins; the server refuses the data anyway.
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

import { useSyncStatus } from '../../live/live'
import { paths } from '../paths'

type AdminOnlyProps = { children: ReactNode; otherwise?: string; meanwhile: ReactNode }

/** Shows an admin page to admins and sends others `otherwise`; `meanwhile` stands until the role is known. */
export function AdminOnly({ children, otherwise = paths.dashboard, meanwhile }: AdminOnlyProps) {
  const { role } = useSyncStatus()
  if (role === null) return meanwhile
  return role === 'admin' ? children : <Navigate to={otherwise} replace />
}
