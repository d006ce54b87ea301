// The subscription on the overview: status and plan name.
import { Link } from 'react-router'

import { planName, subscriptionText } from '../../../lib/text/plan-names'
import { dateTimeText } from '../../../lib/text/times'
import { useOwnClient } from '../../../live/own-client'
import { DETAILS_LINK, FigureCell } from '../../../ui/chart/figure'
import { useOwnSubscription } from '../card-on-file'

/** `href` is the address of the subscriptions screen. */
export function SubscriptionCard({ href }: { href: string }) {
  const own = useOwnClient()
  const view = useOwnSubscription()
  const subscription = view.is === 'ready' ? view.row : undefined
  const client = own.is === 'ready' ? own.client : undefined
  // Before the first payment only the client's own row has a status.
  const isPaying =
    subscription !== null && subscription !== undefined && subscription.subscription_status !== null
  const status =
    view.is === 'loading'
      ? undefined
      : isPaying
        ? subscription.subscription_status
        : client?.subscription_status
  const asOf = (isPaying ? subscription.updated_at : client?.updated_at) ?? null
  return (
    <FigureCell
      label="Subscription"
      value={status === undefined || status === null ? '—' : subscriptionText(status)}
      period="now"
      source="Billing"
      asOf={asOf}
      age={asOf === null ? '' : `As of ${dateTimeText(asOf)}`}
      note={client && planName(client.subscription_tier)}
      more={
        <Link to={href} className={DETAILS_LINK}>
          Manage subscription
        </Link>
      }
    />
  )
}
