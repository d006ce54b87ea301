// Keeps a client without a card on file out of the dashboard; the server refuses the data anyway.
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

import { useCardOnFile } from '../../features/billing'
import { paths } from '../paths'

export function CardGuard({ children }: { children: ReactNode }) {
  return useCardOnFile() === 'missing' ? <Navigate to={paths.addPayment} replace /> : children
}
