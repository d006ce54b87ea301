// /dashboard/subscriptions: the current subscription, the available plans, and questions.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

import { planName } from '../../../lib/text/plan-names'
import { useSyncStatus } from '../../../live/live'
import { useOwnClient } from '../../../live/own-client'
import { Alert } from '../../../ui/feedback/alert'
import { Page } from '../../../ui/layout/page'
import { AlreadySubscribed } from './already-subscribed'
import { usePaying } from '../card/card-on-file'
import { CurrentSubscription } from './current-subscription'
import { Faq } from './faq'
import { useStripeRedirect } from './use-stripe-page'
import { PlanCards } from './plan-cards'
import { usePlans } from './plans'

export function SubscriptionsScreen() {
  const { link, client_id } = useSyncStatus()
  const hasReason = useReason()
  const online = link.is !== 'offline'
  const view = usePaying()
  const paying = view.is === 'ready' ? view.row : undefined
  const plans = usePlans(online)
  const redirect = useStripeRedirect(client_id)
  const own = useOwnClient()
  const tier = own.is === 'ready' ? planName(own.client.subscription_tier) : null
  const product = plans.products.find((one) => one.priceId === paying?.price_id) ?? plans.products[0]
  return (
    <Page title="Subscriptions">
      {(hasReason || redirect.isSubscribed) && <AlreadySubscribed redirect={redirect} online={online} />}
      {!online && (
        <Alert tone="warning" className="mb-3">
          You are offline. Plans and billing can be changed when there is a connection.
        </Alert>
      )}
      {redirect.problem !== null && <Alert className="mb-3">{redirect.problem}</Alert>}
      <CurrentSubscription view={view} product={product} tier={tier} online={online} redirect={redirect} />
      {/* Rendered once the height of the part above is known, so that nothing shifts. */}
      {view.is !== 'loading' && (
        <PlanCards paying={paying} plans={plans} tier={tier} online={online} redirect={redirect} />
      )}
      {view.is !== 'loading' && (plans.products.length > 0 || plans.hasResponse || !online) && <Faq />}
    </Page>
  )
}

/**
 * Whether the pricing page redirected here because there is a subscription. Removes the reason from the
 * address, so that a reload or a bookmark does not show the message again.
 */
function useReason(): boolean {
  const [params, setParams] = useSearchParams()
  const isInAddress = params.get('reason') === 'subscribed'
  const [hasReason] = useState(isInAddress)
  useEffect(() => {
    if (isInAddress) setParams({}, { replace: true })
  }, [isInAddress, setParams])
  return hasReason
}

export default SubscriptionsScreen
