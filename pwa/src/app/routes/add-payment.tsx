// The address /add-payment-method; whoever has a card on file, and every admin, goes on to the dashboard.
import { useNavigate } from 'react-router'

import { AddCardScreen } from '../../features/billing'
import { paths } from '../paths'

export default function AddPaymentRoute() {
  const navigate = useNavigate()
  return <AddCardScreen onDone={() => void navigate(paths.dashboard, { replace: true })} />
}
