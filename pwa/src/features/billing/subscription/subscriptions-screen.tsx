// /dashboard/subscriptions: the current subscription, the available plans, and questions.
import './subscriptions.css'

import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

import { planName } from '../../../lib/text/plan-names'
import { useSyncStatus } from '../../../live/live'
import { useOwnClient } from '../../../live/own-client'
import { cx } from '../../../ui/cx'
import { Alert } from '../../../ui/feedback/alert'
import { Page } from '../../../ui/layout/page'
import { AlreadySubscribed } from './already-subscribed'
import { useOwnSubscription } from '../card-on-file'
import { isOngoing } from '../rules'
import { CurrentSubscription } from './current-subscription'
import { Faq } from './faq'
import { useStripeRedirect } from './use-stripe-page'
import { PlanCards } from './plan-cards'
import { usePlans } from './plans'

export function SubscriptionsScreen() {
  const { link, client_id } = useSyncStatus()
  const isAlreadySubscribed = useSubscribedReason()
  const online = link.is !== 'offline'
  const view = useOwnSubscription()
  const subscription = view.is === 'ready' ? view.row : undefined
  const plans = usePlans(online)
  const redirect = useStripeRedirect(client_id)
  const own = useOwnClient()
  const tier = own.is === 'ready' ? planName(own.client.subscription_tier) : null
  const product = plans.products.find((plan) => plan.priceId === subscription?.price_id) ?? plans.products[0]
  // Also while loading, because most clients have the only plan.
  const canChoose = subscription !== undefined && !isOngoing(subscription?.subscription_status ?? null)
  const isBeside = !canChoose && plans.products.length <= 1
  return (
    <Page title="Subscriptions">
      {(isAlreadySubscribed || redirect.isSubscribed) && (
        <AlreadySubscribed redirect={redirect} online={online} />
      )}
      {!online && (
        <Alert tone="warning" className="mb-3">
          You are offline. Plans and billing can be changed when there is a connection.
        </Alert>
      )}
      {redirect.problem !== null && <Alert className="mb-3">{redirect.problem}</Alert>}
      <div className={cx('plan-page', isBeside && 'plan-page-beside')}>
        <CurrentSubscription view={view} product={product} tier={tier} online={online} redirect={redirect} />
        {/* Rendered once the height of the part above is known, so that nothing shifts. */}
        {view.is !== 'loading' && (
          <PlanCards
            subscription={subscription}
            plans={plans}
            tier={tier}
            online={online}
            redirect={redirect}
          />
        )}
        {view.is !== 'loading' && (plans.products.length > 0 || plans.hasResponse || !online) && <Faq />}
      </div>
    </Page>
  )
}

/**
 * Whether the pricing page redirected here because the client has a subscription. Removes the reason from the
 * address, so that a reload or a bookmark does not show the message again.
 */
function useSubscribedReason(): boolean {
  const [params, setParams] = useSearchParams()
  const isInAddress = params.get('reason') === 'subscribed'
  const [isAlreadySubscribed] = useState(isInAddress)
  useEffect(() => {
    if (isInAddress) setParams({}, { replace: true })
  }, [isInAddress, setParams])
  return isAlreadySubscribed
}

export default SubscriptionsScreen
