// Redirects a client without a card on file to the card page. The server enforces the same for the data.
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

import { useCardOnFile } from '../../features/billing'
import { paths } from '../paths'

export function CardGuard({ children }: { children: ReactNode }) {
  return useCardOnFile() === 'missing' ? <Navigate to={paths.addPayment} replace /> : children
}
