// The route /add-payment-method. Users with a card on file and admins are redirected to the dashboard.
import { useNavigate } from 'react-router'

import { AddCardScreen } from '../../features/billing'
import { paths } from '../paths'

export default function AddPaymentRoute() {
  const navigate = useNavigate()
  return <AddCardScreen onDone={() => void navigate(paths.dashboard, { replace: true })} />
}
