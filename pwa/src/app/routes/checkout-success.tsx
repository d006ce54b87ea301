// The route /checkout/success, to which Stripe redirects.
import { useSearchParams } from 'react-router'

import { CheckoutSuccessScreen } from '../../features/billing'
import { paths } from '../paths'

const LINKS = [
  ['Go to Dashboard', paths.dashboard],
  ['Manage subscription', paths.subscriptions],
  ['Contact Support', paths.messaging],
] as const

export default function CheckoutSuccessRoute() {
  const [params] = useSearchParams()
  return <CheckoutSuccessScreen sessionId={params.get('session_id')} links={LINKS} />
}
